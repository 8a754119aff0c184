//! Differences between an expected and an actual text, for people to read.

use similar::TextDiff;

/// A unified diff; empty when the texts are equal. A missing last line end shows.
pub fn unified(expected: &str, actual: &str) -> String {
    if expected == actual {
        return String::new();
    }
    TextDiff::from_lines(expected, actual)
        .unified_diff()
        .context_radius(3)
        .header("expected", "actual")
        .to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_missing_last_line_end_is_a_difference() {
        assert_eq!(unified("a\n", "a\n"), "");
        assert!(unified("a\n", "a").contains("No newline"));
        assert!(unified("a\nb\n", "a\nc\n").contains("-b\n+c\n"));
    }
}
