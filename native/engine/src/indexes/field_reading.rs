//! What the options of a field come to: how its texts are read, and what cannot be carried out.

use rookery_rql::plan::Reading;
use rookery_rql::search::Analyzer;
use rookery_rql::spatial::MILE;
use serde_json::Value;

use super::static_index::FieldOptions;

impl FieldOptions {
    /// How values and conditions of the field are read.
    pub(crate) fn reading(&self) -> Reading {
        if let Some(unit) = self.unit() {
            return Reading::Places { unit };
        }
        let analyzer = self.analyzer().and_then(Analyzer::named);
        match (self.indexing.as_deref(), analyzer) {
            (Some("Exact"), _) => Reading::Exact,
            (_, Some(Analyzer::LowercaseKeyword)) => Reading::Values,
            (_, Some(analyzer)) => Reading::Words(analyzer),
            (Some("Search"), None) => Reading::Words(Analyzer::Standard),
            _ => Reading::Values,
        }
    }

    pub(crate) fn is_indexed(&self) -> bool {
        self.indexing.as_deref() != Some("No")
    }

    /// Kilometres in the unit of a field that is declared spatial.
    fn unit(&self) -> Option<f64> {
        let spatial = self.others.get("Spatial")?.as_object()?;
        let miles = spatial.get("Units").and_then(Value::as_str) == Some("Miles");
        Some(if miles { MILE } else { 1.0 })
    }

    fn analyzer(&self) -> Option<&str> {
        self.others.get("Analyzer")?.as_str().filter(|name| !name.trim().is_empty())
    }

    /// What is in the way of carrying the options out: the end of a sentence.
    pub(super) fn obstacle(&self, field: &str) -> Option<String> {
        if let Some(name) = self.analyzer()
            && Analyzer::named(name).is_none()
        {
            return Some(format!(
                "the field '{field}' has the analyzer '{name}', which is not known. Known are {}.",
                Analyzer::NAMES
            ));
        }
        if let Some(other) = self.indexing.as_deref()
            && !matches!(other, "Default" | "Exact" | "Search" | "No")
        {
            return Some(format!(
                "the field '{field}' has the indexing '{other}'. Known are Default, Exact, Search and No."
            ));
        }
        let spatial = self.others.get("Spatial").and_then(Value::as_object)?;
        if let Some(kind) = spatial.get("Type").and_then(Value::as_str)
            && kind != "Geography"
        {
            return Some(format!(
                "the field '{field}' has places of the type '{kind}'. The sandbox knows those on the earth, 'Geography'."
            ));
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn options(value: Value) -> FieldOptions {
        serde_json::from_value(value).unwrap()
    }

    #[test]
    fn options_say_how_texts_are_read() {
        for (given, reading) in [
            (json!({}), Reading::Values),
            (json!({"Indexing": "Exact"}), Reading::Exact),
            (json!({"Indexing": "Search"}), Reading::Words(Analyzer::Standard)),
            (
                json!({"Indexing": "Search", "Analyzer": "WhitespaceAnalyzer"}),
                Reading::Words(Analyzer::Whitespace),
            ),
            (json!({"Analyzer": "Lucene.Net.Analysis.StopAnalyzer"}), Reading::Words(Analyzer::Stop)),
            (json!({"Spatial": {"Type": "Geography", "Units": "Miles"}}), Reading::Places { unit: MILE }),
        ] {
            assert_eq!(options(given.clone()).reading(), reading, "{given}");
        }
    }

    #[test]
    fn what_is_not_known_is_named() {
        for (given, part) in [
            (json!({"Analyzer": "standard"}), "'standard'"),
            (json!({"Indexing": "Fast"}), "'Fast'"),
            (json!({"Spatial": {"Type": "Cartesian"}}), "'Cartesian'"),
        ] {
            let obstacle = options(given).obstacle("Text").unwrap();
            assert!(obstacle.contains(part) && obstacle.contains("'Text'"), "{obstacle}");
        }
        assert_eq!(
            options(json!({"Analyzer": null, "TermVector": "Yes", "Suggestions": true})).obstacle("A"),
            None
        );
    }
}
