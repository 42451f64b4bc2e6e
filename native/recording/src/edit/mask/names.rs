//! Names and what replaces them.

use std::collections::HashMap;

use crate::container::Recording;

/// Names that were seen, with their replacements.
#[derive(Default)]
pub struct Names {
    replacements: HashMap<String, String>,
    counts: HashMap<&'static str, u64>,
}

impl Names {
    /// Learns the databases and indexes of all tables, so that texts before their first row are replaced too.
    pub fn learn(&mut self, recording: &mut Recording) {
        for database in &recording.manifest.databases {
            self.replace("database", database);
        }
        recording.rows.texts(&mut |_, column, text| match column {
            "database" => drop(self.replace("database", text)),
            "index" => drop(self.replace("index", text)),
            _ => {}
        });
        for event in recording.rows.io.iter().filter(|event| event.environment == "Index") {
            self.replace("index", &event.folder);
        }
        let ending = recording.ending.iter();
        for source in ending.flat_map(|ending| &ending.sources) {
            self.replace("database", &source.database);
        }
    }

    /// The replacement of a name, by default the next of its kind. Empty names stay.
    pub fn replace(&mut self, kind: &'static str, name: &str) -> String {
        if name.is_empty() {
            return String::new();
        }
        let key = key(name);
        if let Some(known) = self.replacements.get(&key) {
            return known.clone();
        }
        let count = self.counts.entry(kind).or_default();
        *count += 1;
        let replacement = format!("{kind}-{count}");
        self.replacements.insert(key, replacement.clone());
        replacement
    }

    /// The replacement of a name that was seen.
    pub fn known(&self, name: &str) -> Option<&str> {
        self.replacements.get(&key(name)).map(String::as_str)
    }
}

/// Names that differ in case only are one to the server, and folders have `_` for signs.
fn key(name: &str) -> String {
    let sign = |character: char| !character.is_alphanumeric() && !matches!(character, '-' | '.');
    name.chars().flat_map(char::to_lowercase).map(|found| if sign(found) { '_' } else { found }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_keeps_its_replacement() {
        let mut names = Names::default();
        assert_eq!(names.replace("index", "Orders/ByCompany"), "index-1");
        assert_eq!(names.replace("index", "Other"), "index-2");
        assert_eq!(names.known("orders_bycompany"), Some("index-1"));
        assert_eq!(names.replace("database", "Shop"), "database-1");
        assert_eq!(names.replace("database", ""), "");
        assert_eq!(names.known("Miller"), None);
    }
}
