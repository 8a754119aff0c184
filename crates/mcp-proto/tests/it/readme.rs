//! What the README shows is what runs.

const README: &str = include_str!("../../README.md");

/// The blocks of a language, in order.
fn blocks(language: &str) -> Vec<String> {
    let mut blocks = Vec::new();
    let mut lines = README.lines();
    while let Some(line) = lines.next() {
        if let Some(found) = line.strip_prefix("```") {
            let block = lines.by_ref().take_while(|line| *line != "```");
            let block: String = block.flat_map(|line| [line, "\n"]).collect();
            if found == language {
                blocks.push(block);
            }
        }
    }
    blocks
}

#[test]
fn the_blog_is_shown_from_top_to_bottom() {
    assert_eq!(blocks("rust"), [include_str!("../../examples/blog.rs")]);
}

#[test]
fn configurations_of_clients_are_json() {
    let shown = blocks("json");
    assert_eq!(shown.len(), 2);
    for block in shown {
        let config: serde_json::Value = serde_json::from_str(&block).unwrap();
        assert!(config["mcpServers"]["blog"].is_object());
    }
}

#[test]
#[cfg(feature = "config")]
fn cfg_the_settings_shown_can_be_used() {
    let shown = blocks("toml");
    assert_eq!(shown.len(), 1);
    assert!(mcp_proto::McpConfig::parse(&shown[0]).is_ok());
}
