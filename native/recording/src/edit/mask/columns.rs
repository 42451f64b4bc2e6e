//! What masking does to each column of texts.

use super::names::Names;
use super::words::{CODE, VALUES, is_compound};
use super::{message, path, query};

/// Masks one text. Columns that are not named here are messages.
pub fn mask(table: &str, column: &str, text: &mut String, names: &mut Names) {
    *text = match (table, column) {
        // Code, not data.
        ("stacks", "frames") => return,
        (_, "database") => names.replace("database", text),
        (_, "index") => names.replace("index", text),
        ("io", "folder") => names.replace("folder", text),
        ("io", "file") => file(text, names),
        ("logs", "resource" | "component") => match text.as_str() {
            "Server" | "Cluster" => return,
            _ => names.replace("component", text),
        },
        ("logs", "logger") => logger(text, names),
        ("requests", "path") => path::mask(text, names),
        ("requests", "text") if !query::is_query(text) => query::ids(text, names),
        ("requests" | "queries", "text") => query::mask(text, names),
        ("stacks", "threads") if text.chars().all(|found| found.is_ascii_digit() || found == ',') => return,
        ("events", "subject") if text.starts_with('/') => path::mask(text, names),
        (
            _,
            "state" | "status" | "kind" | "severity" | "level" | "method" | "environment" | "wait_reason",
        )
        | ("notifications", "reason") => value(text, names),
        _ => message::mask(text, names),
    };
}

fn value(text: &str, names: &mut Names) -> String {
    if text.is_empty() || VALUES.contains(&text) { text.to_owned() } else { names.replace("other", text) }
}

/// `Raven.voron`, `0000000000000000012.journal`, `scratch.0000000000.buffers`.
fn file(text: &str, names: &mut Names) -> String {
    let standard = |part: &str| {
        part.bytes().all(|byte| byte.is_ascii_digit())
            || ["Raven", "voron", "journal", "scratch", "buffers", "compression", "headers", "one", "two"]
                .contains(&part)
    };
    if text.split('.').all(standard) { text.to_owned() } else { names.replace("file", text) }
}

/// A class in a namespace of the server or of a library, named by words that stay.
fn logger(text: &str, names: &mut Names) -> String {
    let mut parts = text.split('.');
    let code = parts.next().is_some_and(|first| CODE.contains(&first));
    let class = |part: &str| is_compound(part) && names.known(part).is_none();
    if code && parts.all(class) { text.to_owned() } else { names.replace("logger", text) }
}
