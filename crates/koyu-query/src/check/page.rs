//! The reference page of all diagnostics, made of the table and the explanations.

use std::fmt::Write;

use super::guide::guide;
use super::table::TABLE;

/// What stands above the sections.
const HEAD: &str = "\
# Diagnostics

Every finding of `check` has a code that never changes its meaning. This page lists all of them: \
what brings a finding about, the smallest example, and what mends it. An **error** is reported \
where data contradict themselves or no single form follows from them, a **warning** where \
something is probably not meant. Findings come in the order in which the checker walks the model, \
each with the line and layer of the declaration that is blamed.

The page is generated from the table of codes in `koyu-query`; a test keeps it fresh. Run that test \
with `UPDATE_DOCS=1` to write it anew.

";

/// The page as Markdown.
pub fn reference_page() -> String {
    let mut page = HEAD.to_owned();
    let mut put = |line: std::fmt::Arguments<'_>| {
        // Writing to a string cannot fail.
        let _ = page.write_fmt(line);
    };
    put(format_args!(
        "| Code | Severity | Summary |\n|---|---|---|\n"
    ));
    for row in TABLE {
        let (code, severity) = (row.text, row.severity.word());
        let anchor = code.to_lowercase();
        put(format_args!(
            "| [{code}](#{anchor}) | {severity} | {} |\n",
            row.summary
        ));
    }
    for row in TABLE {
        put(format_args!(
            "\n## {}\n\n**{}** · {} · {}\n",
            row.text,
            row.severity.word(),
            row.elements.join(", "),
            row.summary
        ));
        if let Some(guide) = guide(row.code) {
            put(format_args!(
                "\n{}\n\n```muro\n{}```\n\n**Mend:** {}\n",
                guide.cause, guide.example, guide.mend
            ));
        }
    }
    page
}
