//! Zones that are sites, and what lies below a path (07 §11.1).

use koyu_model::{Model, Zone};

/// Whether a zone is a site: its `site` is the number 1.
pub(crate) fn is_site(zone: &Zone) -> bool {
    zone.attributes.number("site") == Some(1.0)
}

/// The site zone: the first site in zone order; others are ignored.
pub(crate) fn site_zone(model: &Model) -> Option<&Zone> {
    model.zones().find(|zone| is_site(zone))
}

/// Whether a path starts with another one and a slash.
pub(crate) fn is_below(path: &str, above: &str) -> bool {
    path.strip_prefix(above)
        .is_some_and(|rest| rest.starts_with('/'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn below_is_told_by_segments() {
        assert!(is_below("/s/a", "/s") && is_below("/s/", "/s") && is_below("/s//a", "/s/"));
        assert!(!is_below("/s", "/s") && !is_below("/sa", "/s") && !is_below("/a", "/s"));
    }
}
