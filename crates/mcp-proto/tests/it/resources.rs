//! Resources and templates (11 §12).

use std::fs;

use mcp_proto::safe_join;
use serde_json::{Value, json};

use crate::support::Client;
use crate::support::server::server;

fn client() -> Client {
    Client::new(&server())
}

fn read(uri: &str) -> Value {
    client().ask("resources/read", json!({"uri": uri}))
}

#[test]
fn rsc1_rsc2_lists_and_their_members() {
    let listed = client().result("resources/list", json!({}));
    let entries = listed["resources"].as_array().unwrap();
    assert_eq!(
        entries[0].to_string(),
        r#"{"uri":"blog://latest","name":"latest","title":"Full","description":"Everything set","mimeType":"text/plain","size":4,"annotations":{"priority":1.0}}"#
    );
    assert_eq!(
        entries[1].to_string(),
        r#"{"uri":"t://blob","name":"blob","mimeType":"text/plain"}"#
    );
    let folder = entries
        .iter()
        .find(|it| it["uri"] == "t://folder/")
        .unwrap();
    assert_eq!(folder["name"], "t://folder/");
    assert!(entries.iter().all(|it| it.get("uriTemplate").is_none()));
    let templates = client().result("resources/templates/list", json!({}));
    assert_eq!(
        templates["resourceTemplates"].to_string(),
        r#"[{"uriTemplate":"blog://posts/{id}","name":"{id}","description":"Posts by number"},{"uriTemplate":"file:///{+id}","name":"{+id}","description":"Posts by number"}]"#
    );
}

#[test]
fn rsc3_the_uri_is_a_text() {
    for bad in [
        json!({}),
        json!({"uri": 1}),
        json!({"uri": null}),
        json!({"uri": []}),
    ] {
        assert_eq!(client().code("resources/read", bad), -32602);
    }
}

#[test]
fn rsc3_rsc5_contents_and_their_order() {
    let mut result = client().result("resources/read", json!({"uri": "t://kept"}));
    result["_meta"]
        .as_object_mut()
        .unwrap()
        .shift_remove("io.modelcontextprotocol/serverInfo");
    assert_eq!(
        result.to_string(),
        r#"{"resultType":"complete","contents":[{"uri":"t://kept","mimeType":"text/plain","text":"a"},{"uri":"t://other","text":"b"}],"ttlMs":60000,"cacheScope":"public","_meta":{"com.example/x":1}}"#
    );
    assert_eq!(
        read("t://blob")["result"]["contents"].to_string(),
        r#"[{"uri":"t://blob","blob":"AQ=="}]"#
    );
}

#[test]
fn rsc4_the_exact_uri_first_then_templates_in_order_and_nothing_normalised() {
    let text = |uri: &str| read(uri)["result"]["contents"][0]["text"].clone();
    assert_eq!(text("blog://posts/exact"), "exact");
    assert_eq!(text("blog://posts/7"), "seven");
    assert_eq!(text("file:///a/b%20c"), "a/b c");
    for other in [
        "BLOG://latest",
        "blog://latest/",
        "blog://%6Catest",
        " blog://latest",
        "",
    ] {
        assert_eq!(
            read(other)["error"]["data"],
            json!({"uri": other}),
            "{other}"
        );
    }
}

#[test]
fn rsc6_rsc7_nothing_there_is_told_and_a_failure_is_not() {
    for missing in ["blog://posts/999", "t://gone", "t://nothing", "t://unknown"] {
        let error = read(missing)["error"].clone();
        let expected = json!({
            "code": -32602, "message": "Resource not found", "data": {"uri": missing},
        });
        assert_eq!(error, expected);
    }
    for failing in ["t://fail", "t://panic"] {
        let error = read(failing)["error"].clone();
        assert_eq!(error, json!({"code": -32603, "message": "Internal error"}));
    }
}

#[test]
fn rsc8_files_stay_below_their_folder() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path().join("root");
    fs::create_dir_all(root.join("sub")).unwrap();
    fs::write(root.join("sub/a"), "a").unwrap();
    fs::write(folder.path().join("secret"), "s").unwrap();
    std::os::unix::fs::symlink(folder.path(), root.join("out")).unwrap();
    std::os::unix::fs::symlink(root.join("sub"), root.join("in")).unwrap();
    let real = fs::canonicalize(root.join("sub/a")).unwrap();
    for inside in ["sub/a", "./sub/../sub/a", "in/a"] {
        assert_eq!(safe_join(&root, inside).unwrap(), real, "{inside}");
    }
    let absolute = real.to_str().unwrap();
    for outside in [
        "../secret",
        "out/secret",
        "sub/../../secret",
        "/etc/passwd",
        absolute,
        "none",
        "a\0",
    ] {
        let error = safe_join(&root, outside).unwrap_err();
        assert_eq!(error.kind(), std::io::ErrorKind::NotFound, "{outside}");
    }
}
