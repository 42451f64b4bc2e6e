//! Valid names of databases, and the names of their folders.

use crate::error::EngineError;

const MAX_CHARACTERS: usize = 128;
/// Device names reserved by Windows.
const DEVICES: [&str; 6] = ["con", "prn", "aux", "nul", "clock$", "conin$"];

/// Rejects what RavenDB rejects too: anything but letters, digits, `_`, `-` and `.`.
pub(crate) fn check(name: &str) -> Result<(), EngineError> {
    let refuse = |reason: String| Err(EngineError::BadName { name: name.to_owned(), reason });
    if name.is_empty() {
        return refuse("it is empty".to_owned());
    }
    let length = name.chars().count();
    if length > MAX_CHARACTERS {
        return refuse(format!("it has {length} characters, and {MAX_CHARACTERS} is the most"));
    }
    if let Some(wrong) = name.chars().find(|c| !c.is_alphanumeric() && !matches!(c, '_' | '-' | '.')) {
        return refuse(format!("only letters, digits, '_', '-' and '.' are allowed, not '{wrong}'"));
    }
    if name.starts_with('.') || name.ends_with('.') {
        return refuse("it must not begin or end with '.'".to_owned());
    }
    Ok(())
}

/// The folder's name: the database's in lower case where every file system accepts that, else a generated one
/// (the name itself is in `database.json`).
pub(crate) fn folder_for(name: &str) -> String {
    let lower = name.to_ascii_lowercase();
    let stem = lower.split('.').next().unwrap_or_default();
    let device = DEVICES.contains(&stem)
        || (stem.len() == 4
            && (stem.starts_with("com") || stem.starts_with("lpt"))
            && stem.ends_with(|c: char| c.is_ascii_digit()));
    if lower.is_ascii() && !device { lower } else { format!("db-{}", uuid::Uuid::new_v4()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rules_name_what_is_wrong() {
        for name in ["shop", "Shop-2.x_y", "ünïcode", "日本", "a"] {
            assert!(check(name).is_ok(), "{name}");
        }
        for (name, reason) in [
            ("", "empty"),
            ("bad name", "' '"),
            ("a/b", "'/'"),
            ("..", "begin or end"),
            (".x", "begin or end"),
            ("a\u{0}", "not"),
            (&*"x".repeat(129), "129"),
        ] {
            let error = check(name).unwrap_err().to_string();
            assert!(error.contains(reason), "{name}: {error}");
        }
    }

    #[test]
    fn folders_are_safe_on_every_system() {
        assert_eq!(folder_for("Shop"), "shop");
        for name in ["CON", "nul.db", "com1", "ünï"] {
            assert!(folder_for(name).starts_with("db-"), "{name}");
        }
    }
}
