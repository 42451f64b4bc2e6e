//! `rookeryd disk-check` as a shell runs it.

use std::path::Path;
use std::process::Output;
#[cfg(unix)]
use std::process::Stdio;
#[cfg(unix)]
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::commands::rookeryd;

fn output(arguments: &[&str]) -> Output {
    rookeryd(&[&["disk-check"], arguments].concat()).output().unwrap()
}

fn said(output: &Output) -> String {
    format!("{}{}", String::from_utf8_lossy(&output.stderr), String::from_utf8_lossy(&output.stdout))
}

fn is_empty(folder: &Path) -> bool {
    std::fs::read_dir(folder).unwrap().next().is_none()
}

#[test]
fn a_disk_is_checked_as_a_table_and_as_json() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().to_str().unwrap();
    let table = output(&[path, "--seconds", "1", "--size", "32M", "--threads", "2"]);
    assert_eq!(table.status.code(), Some(0), "{}", said(&table));
    let text = String::from_utf8_lossy(&table.stdout);
    // On Windows the path has its complete form.
    let form = if cfg!(windows) { r"\\?\" } else { "" };
    assert!(text.starts_with(&format!("Disk check of {form}{path}")), "{text}");
    assert!(text.contains("\njournal commit ") && text.contains("A commit of 4 KB costs "), "{text}");
    let progress = String::from_utf8_lossy(&table.stderr);
    assert!(
        progress.contains(" steps, ") && progress.contains("journal commit, sequential, 4 KB"),
        "{progress}"
    );
    let json = output(&[path, "--seconds=1", "--size=33554432", "--threads=1", "--json", "--quiet"]);
    assert_eq!(json.status.code(), Some(0), "{}", said(&json));
    assert!(json.stderr.is_empty(), "{}", said(&json));
    let report: Value = serde_json::from_slice(&json.stdout).unwrap();
    let commit = &report["Measurements"][0];
    assert_eq!((&commit["Method"], &commit["BlockSize"]), (&"Journal".into(), &4096.into()));
    assert!(commit["Operations"].as_u64().unwrap() > 0 && report["Findings"].is_array(), "{report}");
    assert!(is_empty(folder.path()));
}

#[test]
fn what_cannot_be_checked_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().to_str().unwrap();
    let missing = folder.path().join("missing");
    for (arguments, code, named) in [
        (vec![missing.to_str().unwrap()], 1, "missing is not a folder"),
        (vec![path, "--seconds", "0"], 2, "1 to 3600 seconds"),
        (vec![path, "--size", "1M"], 2, "33554432"),
        (vec![path, "--threads", "99999999999"], 2, "1 to 64 threads"),
        (vec![path, path], 2, "one folder"),
        (vec![], 2, "DIR"),
    ] {
        let refused = output(&arguments);
        assert_eq!(refused.status.code(), Some(code), "{}", said(&refused));
        assert!(said(&refused).contains(named) && refused.stdout.is_empty(), "{}", said(&refused));
    }
    assert!(is_empty(folder.path()));
    let help = output(&["--help"]);
    assert!(help.status.success() && said(&help).contains("--seconds N"));
}

#[cfg(unix)]
#[test]
fn a_signal_stops_a_check_and_its_files_are_removed() {
    for (signal, code) in [("INT", Some(130)), ("TERM", Some(130)), ("KILL", None)] {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().to_str().unwrap();
        let mut child =
            rookeryd(&["disk-check", path, "--seconds", "60"]).stderr(Stdio::null()).spawn().unwrap();
        let until = Instant::now() + Duration::from_secs(60);
        while is_empty(folder.path()) {
            assert!(Instant::now() < until && child.try_wait().unwrap().is_none(), "nothing was written");
            std::thread::sleep(Duration::from_millis(5));
        }
        let sent =
            std::process::Command::new("kill").arg(format!("-{signal}")).arg(child.id().to_string()).status();
        assert!(sent.unwrap().success());
        let begun = Instant::now();
        assert_eq!(child.wait().unwrap().code(), code, "after SIG{signal}");
        assert!(begun.elapsed() < Duration::from_secs(20));
        if code.is_none() {
            assert!(!is_empty(folder.path()));
            let next = output(&[path, "--seconds", "1", "--size", "32M", "--threads", "1"]);
            assert!(next.status.success(), "{}", said(&next));
        }
        assert!(is_empty(folder.path()), "after SIG{signal}");
    }
}
