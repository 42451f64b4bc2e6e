//! `rookeryd import` and `rookeryd export` as a shell runs them.

use std::net::TcpListener;

use serde_json::json;

use crate::commands::{output, report, stderr_of, text};
use crate::moved_database::{contents, fill};
use crate::running::Running;

#[test]
fn a_database_moves_from_a_server_to_a_closed_folder_and_back() {
    let folder = tempfile::tempdir().unwrap();
    let (first, second) = (folder.path().join("first"), folder.path().join("second"));
    let dump = folder.path().join("shop.ravendbdump");
    let server = Running::start(&first, &[]);
    fill(&server, "source");
    let url = format!("http://{}", server.address);
    let before = contents(&server, "source");
    assert_eq!(before["documents"].as_array().unwrap().len(), 3, "{before}");

    let exported = output(&["export", "--url", &url, "--database", "source", "--out", text(&dump), "--json"]);
    assert_eq!(exported.status.code(), Some(0), "{}", stderr_of(&exported));
    let written = report(&exported);
    assert_eq!((&written["Status"], &written["Error"]), (&json!("Completed"), &json!(null)));
    assert_eq!(written["Result"]["Documents"]["ReadCount"], 3);
    assert_eq!(written["FileSizeInBytes"], std::fs::metadata(&dump).unwrap().len());
    let again = output(&["export", "--url", &url, "--database", "source", "--out", text(&dump)]);
    assert!(
        again.status.code() == Some(1) && stderr_of(&again).contains("--overwrite"),
        "{}",
        stderr_of(&again)
    );

    drop(Running::start(&second, &[]));
    let to = ["import", "--data", text(&second), "--database", "target", "--file", text(&dump), "--create"];
    let imported = output(&to);
    assert_eq!(imported.status.code(), Some(0), "{}", stderr_of(&imported));
    let printed = String::from_utf8_lossy(&imported.stdout).into_owned();
    assert!(printed.contains("Completed\n") && printed.contains("RevisionDocuments"), "{printed}");
    let again = output(&to);
    assert!(
        again.status.code() == Some(1) && stderr_of(&again).contains("--create"),
        "{}",
        stderr_of(&again)
    );

    // From the closed folder back to the server, only some of it.
    let back = folder.path().join("back.ravendbdump");
    let from = ["export", "--data", text(&second), "--database", "target", "--out", text(&back)];
    let some =
        ["--collections", "Users", "--items", "Documents,Attachments", "--compression", "gzip", "--json"];
    let exported = output(&[&from[..], &some[..]].concat());
    assert_eq!(exported.status.code(), Some(0), "{}", stderr_of(&exported));
    assert_eq!(std::fs::read(&back).unwrap()[..2], [0x1F, 0x8B]);
    assert_eq!(report(&exported)["Result"]["Documents"]["ReadCount"], 2);
    let to = ["import", "--url", &url, "--database", "part", "--file", text(&back), "--create", "--json"];
    let imported = output(&to);
    assert_eq!(imported.status.code(), Some(0), "{}", stderr_of(&imported));
    let part = contents(&server, "part");
    assert_eq!(part["documents"].as_array().unwrap().len(), 2, "{part}");
    assert_eq!(
        (&part["documents"][0]["attachments"][0]["Name"], &part["indexes"]),
        (&json!("a.txt"), &json!(null))
    );

    let server = Running::start(&second, &[]);
    assert_eq!(contents(&server, "target"), before);
}

#[test]
fn places_that_cannot_be_used_are_named_with_advice() {
    let folder = tempfile::tempdir().unwrap();
    let (data, out) = (folder.path().join("data"), folder.path().join("x.ravendbdump"));
    let server = Running::start(&data, &[]);
    let missing = folder.path().join("missing");
    let free = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let url = format!("http://{}", server.address);
    for (place, database, named) in [
        (["--data", text(&data)], "shop", "in use by"),
        (["--data", text(&data)], "shop", "--url"),
        (["--data", text(&missing)], "shop", "no server.json"),
        (["--url", &format!("http://{free}")], "shop", "cannot be reached"),
        (["--url", &url], "shop", "shop"),
    ] {
        let failed =
            output(&["export", place[0], place[1], "--database", database, "--out", text(&out), "--json"]);
        assert_eq!(failed.status.code(), Some(1), "{named}: {}", stderr_of(&failed));
        assert!(stderr_of(&failed).contains(named), "{named}: {}", stderr_of(&failed));
        assert_eq!(report(&failed)["Status"], "Failed");
    }
    assert!(!missing.exists() && !out.exists());
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1, "only the data folder");
    assert_eq!(output(&["import", "--url", &url]).status.code(), Some(2));
    let help = output(&["export", "--help"]);
    assert!(help.status.success() && String::from_utf8_lossy(&help.stdout).contains("Exit codes"));
}

#[test]
fn damaged_dumps_and_rejected_items_are_reported() {
    let folder = tempfile::tempdir().unwrap();
    let (data, file) = (folder.path().join("data"), folder.path().join("x.ravendbdump"));
    drop(Running::start(&data, &[]));
    let import = |bytes: &[u8], database: &str| {
        std::fs::write(&file, bytes).unwrap();
        let arguments = ["--database", database, "--file", text(&file), "--create", "--json"];
        output(&[&["import", "--data", text(&data)], &arguments[..]].concat())
    };
    let one = |id: &str| format!(r#"{{"@metadata":{{"@id":"{id}"}}}}"#);

    let encrypted = import(b"\x9f\x00\x12\x34 and so on", "encrypted");
    assert_eq!(encrypted.status.code(), Some(1));
    assert!(stderr_of(&encrypted).contains("may be encrypted"), "{}", stderr_of(&encrypted));

    let cut = format!(r#"{{"BuildVersion":71000,"Docs":[{},{{"@meta"#, one("a/1"));
    let cut = import(cut.as_bytes(), "cut");
    assert_eq!(cut.status.code(), Some(1));
    assert!(stderr_of(&cut).contains("ends at byte"), "{}", stderr_of(&cut));
    assert_eq!(report(&cut)["Result"]["Documents"]["ReadCount"], 1, "complete items are stored and reported");

    let bad =
        format!(r#"{{"BuildVersion":71000,"Docs":[{},{{"@metadata":{{}}}},{}]}}"#, one("a/1"), one("a/2"));
    let offset = bad.find(r#"{"@metadata":{}}"#).unwrap();
    let rejected = import(bad.as_bytes(), "rejected");
    assert_eq!(rejected.status.code(), Some(3), "{}", stderr_of(&rejected));
    let found = report(&rejected);
    assert_eq!((&found["RejectedCount"], &found["Result"]["Documents"]["ReadCount"]), (&json!(1), &json!(2)));
    let messages = found["Result"]["Messages"].to_string();
    assert!(messages.contains(&format!("at byte {offset} was not imported")), "{messages}");
}
