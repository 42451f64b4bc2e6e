//! The effect of a field's options: how its texts are analyzed, and what is not supported.

use rookery_rql::plan::Reading;
use rookery_rql::search::Analyzer;
use rookery_rql::spatial::MILE;
use serde_json::Value;

use crate::index_definition::static_index::FieldOptions;

/// The spatial strategies of RavenDB. Points are always found by cells and then measured: a strategy affects
/// only the speed, so it is only stored.
const STRATEGIES: [&str; 3] = ["GeohashPrefixTree", "QuadPrefixTree", "BoundingBox"];

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

    /// The reason why the options are not supported: the end of a sentence.
    pub(crate) fn obstacle(&self, field: &str) -> Option<String> {
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
        let unknown = |member: &str, known: &[&str]| {
            let given = spatial.get(member)?.as_str()?;
            // RavenDB also accepts the number of an option, as a number or as a string.
            let is_number = given.parse::<u32>().is_ok();
            (!is_number && !known.contains(&given)).then(|| {
                let known = known.join(", ");
                format!("the field '{field}' has the spatial {member} '{given}'. Known are {known}.")
            })
        };
        unknown("Strategy", &STRATEGIES).or_else(|| unknown("Units", &["Kilometers", "Miles"]))
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
            (json!({"Spatial": {"Strategy": "Odd"}}), "the spatial Strategy 'Odd'"),
            (
                json!({"Spatial": {"Strategy": "geohashprefixtree"}}),
                "the spatial Strategy 'geohashprefixtree'",
            ),
            (json!({"Spatial": {"Units": "Yards"}}), "the spatial Units 'Yards'"),
        ] {
            let obstacle = options(given).obstacle("Text").unwrap();
            assert!(obstacle.contains(part) && obstacle.contains("'Text'"), "{obstacle}");
        }
        assert_eq!(
            options(json!({"Analyzer": null, "TermVector": "Yes", "Suggestions": true})).obstacle("A"),
            None
        );
        for strategy in [
            json!("GeohashPrefixTree"),
            json!("QuadPrefixTree"),
            json!("BoundingBox"),
            json!(null),
            json!("1"),
            json!(2),
        ] {
            let given = json!({"Spatial": {"Type": "Geography", "Strategy": strategy, "Units": "Miles"}});
            assert_eq!(options(given.clone()).obstacle("A"), None, "{given}");
        }
    }
}
