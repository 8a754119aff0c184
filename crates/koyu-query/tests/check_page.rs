//! `docs/diagnostics.md` is what the table says. `UPDATE_DOCS=1` writes it anew.

use std::path::Path;

use koyu_query::check::reference_page;

#[test]
fn the_reference_page_is_fresh() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/diagnostics.md");
    let page = reference_page();
    if std::env::var_os("UPDATE_DOCS").is_some() {
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, &page).unwrap();
    }
    let written = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        written == page,
        "docs/diagnostics.md is stale; run this test with UPDATE_DOCS=1"
    );
}
