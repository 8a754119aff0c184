//! 07 §14: what may be written, what is tried first, and that nothing is lost.

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;

use serde_json::{Value, json};

use crate::client::Client;
use crate::tools::Site;

const PLAN: &str = "space /L1/a room X1..X2 Y1..Y2\n";

/// A building of two layers, the second below the entry's folder.
fn site() -> Site {
    Site::with(&[
        (
            "proj/main.muro",
            b"koyu 1.0\ngrid X 0 4000\ngrid Y 0 3000\nlevel L1 0 h:2400 slab:150\nimport ./sub/plan.muro\n",
        ),
        ("proj/sub/plan.muro", PLAN.as_bytes()),
        ("projx/s.muro", b""),
    ])
}

fn write(client: &mut Client, file: &str, layer: &str, content: &str) -> Result<Value, String> {
    let arguments = json!({"file": file, "layer": layer, "content": content});
    let text = client.call("write_layer", &arguments.to_string())?;
    Ok(serde_json::from_str(&text).unwrap())
}

/// Everything below a folder: the path of each file and link with its content.
fn listing(folder: &Path) -> Vec<String> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let entry = entry.unwrap();
        let path = entry.path();
        if entry.file_type().unwrap().is_dir() {
            found.push(format!("{}/", path.display()));
            found.extend(listing(&path));
        } else {
            found.push(format!("{}: {:?}", path.display(), fs::read(&path).ok()));
        }
    }
    found.sort();
    found
}

#[test]
fn a_layer_is_tried_and_then_written() {
    let site = site();
    let mut client = site.client();
    let target = site.path("proj/sub/plan.muro");
    let before = listing(&site.root);

    // What would not compose is not written, and that is no error.
    let refused = write(&mut client, "proj/main.muro", "sub/plan.muro", "frob\n").unwrap();
    assert_eq!(refused["written"], false);
    assert_eq!(refused["target"], target);
    assert_eq!(refused["ok"], false);
    let told = refused["parseError"].as_str().unwrap();
    assert!(told.starts_with(&format!("{target}:line 1: ")), "{told}");
    assert_eq!(listing(&site.root), before);

    // The text is written as it is: no byte added, converted or normalised.
    let content = "# e\u{301}\r\nspace /L1/b room X1..X2 Y1..Y2";
    let written = write(&mut client, "proj/main.muro", "sub/plan.muro", content).unwrap();
    assert_eq!(
        written,
        json!({"written": target, "ok": true, "spaces": 1, "errors": [], "warnings": []})
    );
    assert_eq!(fs::read_to_string(&target).unwrap(), content);

    // Errors of check are told and do not stop the write.
    let content = format!("{PLAN}boundary /L1/a /nowhere\n");
    let written = write(&mut client, "proj/main.muro", "sub/plan.muro", &content).unwrap();
    assert_eq!(written["ok"], false);
    assert_eq!(written["errors"].as_array().map(Vec::len), Some(1));
    assert!(
        written["errors"][0]
            .as_str()
            .unwrap()
            .starts_with(&format!("{target}:line 2: "))
    );
    assert_eq!(fs::read_to_string(&target).unwrap(), content);
    // Nothing is left beside the files.
    assert_eq!(listing(&site.root).len(), before.len());
    client.end();
}

#[test]
fn the_keys_of_an_answer_stand_in_their_order() {
    let site = site();
    let mut client = site.client();
    let call = |client: &mut Client, content: &str| {
        let arguments =
            json!({"file": "proj/main.muro", "layer": "sub/plan.muro", "content": content});
        client.call("write_layer", &arguments.to_string()).unwrap()
    };
    let target = site.path("proj/sub/plan.muro");
    assert_eq!(
        call(&mut client, PLAN),
        format!(
            "{{\n \"written\": \"{target}\",\n \"ok\": true,\n \"spaces\": 1,\n \"errors\": [],\n \"warnings\": []\n}}"
        )
    );
    let refused = call(&mut client, "import\n");
    assert!(
        refused.starts_with(&format!(
            "{{\n \"written\": false,\n \"target\": \"{target}\",\n \"ok\": false,\n \"parseError\": \"{target}:line 1: "
        )),
        "{refused}"
    );
    client.end();
}

#[test]
fn only_muro_files_in_the_folder_of_the_entry_are_written() {
    let site = site();
    symlink(site.root.join("projx"), site.root.join("proj/link")).unwrap();
    let mut client = site.client();
    let before = listing(&site.root);
    let told = |client: &mut Client, layer: &str| {
        write(client, "proj/main.muro", layer, "# x\n").unwrap_err()
    };
    let extension = told(&mut client, "L2.MURO");
    for layer in [
        "../secret.txt",
        "main",
        "sub",
        "x.muro.txt",
        "x.muro/..",
        ".",
    ] {
        let told = told(&mut client, layer);
        assert_eq!(
            told.split(": ").next(),
            extension.split(": ").next(),
            "{layer}"
        );
    }
    let outside = told(&mut client, "../secret.muro");
    assert!(outside.contains("lies outside"), "{outside}");
    let absolute = site.path("projx/s.muro");
    for layer in [
        "../projx/s.muro",
        "/tmp/s.muro",
        "link/s.muro",
        "link/new/s.muro",
        &absolute,
    ] {
        let told = told(&mut client, layer);
        assert!(told.contains("lies outside"), "{layer}: {told}");
    }
    // Nothing was written, and no folder created for what is refused.
    assert_eq!(listing(&site.root), before);
    client.end();
}

#[test]
fn names_that_are_odd_but_inside_are_written() {
    let site = site();
    fs::create_dir(site.root.join("proj/..foo")).unwrap();
    let mut client = site.client();
    for (layer, path) in [
        ("z.muro/", "z.muro"),
        ("q/../zz.muro", "zz.muro"),
        (" sp.muro", " sp.muro"),
        (".muro", ".muro"),
        ("..foo/a.muro", "..foo/a.muro"),
        ("new/deep/b.muro", "new/deep/b.muro"),
        (&site.path("proj/abs.muro"), "abs.muro"),
        ("あ.muro", "あ.muro"),
    ] {
        let path = site.path(&format!("proj/{path}"));
        // A file that takes no part is not looked at.
        let written = write(&mut client, "proj/main.muro", layer, "any text at all").unwrap();
        assert_eq!(written["written"], path, "{layer}");
        assert_eq!(
            (&written["ok"], &written["spaces"]),
            (&json!(true), &json!(1))
        );
        assert_eq!(fs::read_to_string(path).unwrap(), "any text at all");
    }
    client.end();
}

#[test]
fn links_are_replaced_and_never_followed() {
    let site = site();
    let proj = site.root.join("proj");
    fs::write(site.root.join("outside.muro"), "outside").unwrap();
    symlink("../outside.muro", proj.join("l.muro")).unwrap();
    symlink("nowhere.muro", proj.join("dangling.muro")).unwrap();
    symlink("sub", proj.join("inner")).unwrap();
    let mut client = site.client();
    for layer in ["l.muro", "dangling.muro"] {
        write(&mut client, "proj/main.muro", layer, "# new\n").unwrap();
        assert!(
            fs::symlink_metadata(proj.join(layer)).unwrap().is_file(),
            "{layer}"
        );
    }
    assert_eq!(
        fs::read_to_string(site.root.join("outside.muro")).unwrap(),
        "outside"
    );
    // By another spelling the trial does not see the content; the spelling is what is told.
    let written = write(&mut client, "proj/main.muro", "inner/plan.muro", "frob").unwrap();
    assert_eq!(written["written"], site.path("proj/inner/plan.muro"));
    assert_eq!(written["ok"], true);
    assert_eq!(
        fs::read_to_string(proj.join("sub/plan.muro")).unwrap(),
        "frob"
    );
    client.end();
}

#[test]
fn an_entry_may_be_reached_through_links_or_not_exist_yet() {
    let site = site();
    symlink("proj", site.root.join("linked")).unwrap();
    symlink("proj/main.muro", site.root.join("entry.muro")).unwrap();
    let mut client = site.client();
    // Through a linked folder: the entry's folder is the real one.
    let written = write(&mut client, "linked/main.muro", "sub/plan.muro", PLAN).unwrap();
    assert_eq!(written["written"], site.path("proj/sub/plan.muro"));
    // A new building, with its folders.
    let written = write(
        &mut client,
        "created.muro",
        "created.muro",
        "space /a room\n",
    )
    .unwrap();
    assert_eq!(
        (&written["written"], &written["spaces"]),
        (&json!(site.path("created.muro")), &json!(1))
    );
    let written = write(
        &mut client,
        "nodir/none/main.muro",
        "main.muro",
        "koyu 1.0\n",
    )
    .unwrap();
    assert_eq!(written["written"], site.path("nodir/none/main.muro"));
    assert_eq!(
        fs::read_to_string(site.root.join("nodir/none/main.muro")).unwrap(),
        "koyu 1.0\n"
    );
    // Through a linked folder the spelling of what does not exist differs from the target.
    let refused = write(&mut client, "linked/new.muro", "new.muro", "koyu 1.0\n").unwrap();
    assert_eq!(
        (&refused["written"], &refused["parseError"]),
        (
            &json!(false),
            &json!(format!(
                "line 0: Cannot read file: {}",
                site.path("linked/new.muro")
            ))
        )
    );
    // Another file of a building that does not exist.
    let refused = write(&mut client, "none.muro", "other.muro", "koyu 1.0\n").unwrap();
    assert_eq!(
        refused["parseError"],
        format!("line 0: Cannot read file: {}", site.path("none.muro"))
    );
    assert!(!site.root.join("other.muro").exists());
    // A link to an entry: its own folder is what may be written, and writing it replaces it.
    let written = write(&mut client, "entry.muro", "entry.muro", "space /b room\n").unwrap();
    assert_eq!(written["written"], site.path("entry.muro"));
    assert!(
        fs::symlink_metadata(site.root.join("entry.muro"))
            .unwrap()
            .is_file()
    );
    assert!(
        fs::read_to_string(site.root.join("proj/main.muro"))
            .unwrap()
            .starts_with("koyu 1.0")
    );
    client.end();
}

#[test]
fn a_missing_import_in_the_content_is_told_at_its_line() {
    let site = site();
    let mut client = site.client();
    let refused = write(
        &mut client,
        "proj/main.muro",
        "sub/plan.muro",
        "# x\nimport ./missing.muro\n",
    )
    .unwrap();
    assert_eq!(
        refused["parseError"],
        format!(
            "{}:line 2: Cannot read file: ./missing.muro",
            site.path("proj/sub/plan.muro")
        )
    );
    client.end();
}

#[test]
fn permissions_of_the_old_file_are_kept() {
    let site = site();
    let plan = site.root.join("proj/sub/plan.muro");
    fs::set_permissions(&plan, fs::Permissions::from_mode(0o640)).unwrap();
    let mut client = site.client();
    write(&mut client, "proj/main.muro", "sub/plan.muro", PLAN).unwrap();
    assert_eq!(
        fs::metadata(&plan).unwrap().permissions().mode() & 0o7777,
        0o640
    );
    client.end();
}

#[test]
fn a_failure_of_the_file_system_is_told_and_leaves_nothing_behind() {
    let site = site();
    fs::create_dir(site.root.join("proj/folder.muro")).unwrap();
    fs::write(site.root.join("proj/file"), "").unwrap();
    let mut client = site.client();
    let before = listing(&site.root);
    let long = format!("{}.muro", "x".repeat(300));
    for layer in ["folder.muro", "file/x.muro", "nul\0.muro", &long] {
        let told = write(&mut client, "proj/main.muro", layer, "# x\n").unwrap_err();
        assert!(told.contains("Cannot write"), "{layer:?}: {told}");
    }
    assert_eq!(listing(&site.root), before);
    client.end();
}

#[test]
fn the_arguments_are_looked_at_before_the_names() {
    let site = site();
    let mut client = site.client();
    for (arguments, missing) in [
        (json!({"file": "none.muro"}), "content"),
        (json!({"file": "none.muro", "content": ""}), "content"),
        (json!({"file": "none.muro", "content": "x"}), "layer"),
        (json!({"content": "x", "layer": "../x.txt"}), "file"),
    ] {
        let told = client.call("write_layer", &arguments.to_string());
        assert_eq!(told, Err(format!("{missing} (a string) is required")));
    }
    client.end();
}

/// Readers see the old text or the new one, never a part (07 §14.1 step 10).
#[test]
fn a_reader_never_sees_a_part_of_a_layer() {
    let site = site();
    let plan = site.root.join("proj/sub/plan.muro");
    let texts: Vec<String> = ["a", "b"]
        .map(|path| {
            format!(
                "space /L1/{path} room X1..X2 Y1..Y2\n{}",
                "# filler\n".repeat(20_000)
            )
        })
        .into();
    fs::write(&plan, &texts[0]).unwrap();
    let mut client = site.client();
    std::thread::scope(|scope| {
        let (done, finished) = std::sync::mpsc::channel::<()>();
        let (plan, texts) = (&plan, &texts);
        let reader = scope.spawn(move || {
            while finished.try_recv() == Err(std::sync::mpsc::TryRecvError::Empty) {
                let seen = fs::read_to_string(plan).unwrap();
                assert!(texts.contains(&seen), "{} bytes", seen.len());
            }
        });
        for round in 0..20 {
            write(
                &mut client,
                "proj/main.muro",
                "sub/plan.muro",
                &texts[round % 2],
            )
            .unwrap();
        }
        drop(done);
        reader.join().unwrap();
    });
    client.end();
}
