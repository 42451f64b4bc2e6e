//! The terms by which an entry is found, as an index test shows them: in the form of a real server.

use rookery_rql::plan::Reading;
use rookery_rql::values::{fold, number_text};
use rookery_script::Entry as MappedItem;
use serde_json::{Map, Value, json};

use super::mapped_entry::points;
use super::mapped_value::{MappedBody, MappedValue};

/// The terms of each indexed field; `reading_of` returns `None` for a field that is not indexed. One term is a
/// single value, several are a sorted list.
pub(crate) fn entry_terms(
    item: &MappedItem,
    reading_of: impl Fn(&str) -> Option<Reading>,
) -> Map<String, Value> {
    let mut terms = Map::new();
    let Ok(MappedBody(members)) = serde_json::from_slice(&item.body) else { return terms };
    for (name, value) in members {
        let Some(reading) = reading_of(&name) else { continue };
        let is_place = item.spatial.iter().any(|spatial| *spatial == name);
        let reading = if is_place { Reading::Places { unit: 1.0 } } else { reading };
        let mut found = Vec::new();
        collect(&value, reading, &mut found);
        found.sort_by(|one, other| one.as_str().cmp(&other.as_str()));
        let shown = match (found.pop(), found.is_empty()) {
            (Some(only), true) => only,
            (last, _) => found.into_iter().chain(last).collect(),
        };
        terms.insert(name.into_owned(), shown);
    }
    terms
}

fn collect(value: &MappedValue<'_>, reading: Reading, found: &mut Vec<Value>) {
    match (value, reading) {
        (MappedValue::List(values), _) => values.iter().for_each(|value| collect(value, reading, found)),
        (MappedValue::Null, Reading::Places { .. }) => {}
        (MappedValue::Null, _) => found.push(Value::Null),
        (MappedValue::Text(text), Reading::Places { .. }) => {
            let places = points(text).unwrap_or_default();
            let shown = |place: rookery_rql::spatial::Point| json!({ "Latitude": place.latitude, "Longitude": place.longitude });
            found.extend(places.into_iter().map(shown));
        }
        (MappedValue::Text(text), Reading::Words(analyzer)) => {
            analyzer.words(text, 0, |word| found.push(Value::from(word.text)));
        }
        (MappedValue::Text(text), Reading::Exact) => found.push(Value::from(&**text)),
        (MappedValue::Text(text), _) => found.push(Value::from(fold(text))),
        (MappedValue::Bool(value), _) => found.push(Value::from(value.to_string())),
        (MappedValue::Number(value), _) => found.push(Value::from(number_text(value.into()))),
        (MappedValue::Object(members), _) => {
            found.push(Value::from(Value::Object(members.clone()).to_string()))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rookery_rql::search::Analyzer;

    fn terms(body: &str, reading: Reading) -> Value {
        let body = body.as_bytes().to_vec();
        let item = MappedItem { body, ..MappedItem::default() };
        Value::Object(entry_terms(&item, |field| (field != "Hidden").then_some(reading)))
    }

    #[test]
    fn values_are_folded_texts_and_several_are_sorted() {
        let body = r#"{"A": "Bern", "B": 1.0, "C": null, "D": true, "E": ["X y", 3], "F": "", "Hidden": 1}"#;
        let expected = json!({ "A": "bern", "B": "1", "C": null, "D": "true", "E": ["3", "x y"], "F": "" });
        assert_eq!(terms(body, Reading::Values), expected);
    }

    #[test]
    fn exact_texts_have_their_case_and_searched_ones_are_words() {
        let body = r#"{"A": "Hello Big WORLD"}"#;
        assert_eq!(terms(body, Reading::Exact), json!({ "A": "Hello Big WORLD" }));
        let words = terms(body, Reading::Words(Analyzer::Standard));
        assert_eq!(words, json!({ "A": ["big", "hello", "world"] }));
    }

    #[test]
    fn places_are_shown_as_coordinates() {
        let place = terms(r#"{"A": "POINT (2 1)"}"#, Reading::Places { unit: 1.0 });
        assert_eq!(place, json!({ "A": { "Latitude": 1.0, "Longitude": 2.0 } }));
    }
}
