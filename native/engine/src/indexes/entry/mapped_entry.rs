//! Mapped results as fields of the index files: names become numbers in the order of their first occurrence.

use rookery_rql::plan::Reading;
use rookery_rql::spatial::{Area, Point, parse_wkt};
use rookery_rql::values::Leaf;
use rookery_script::Entry as MappedItem;
use serde_json::{Map, Value};

use super::mapped_value::{MappedBody, MappedValue};
use crate::index_definition::field_names::{FieldNames, MOST};
use crate::index_definition::static_index::{FieldOptions, StaticIndex};

/// Converts mapped results to entries. The computed options of fields are cached.
pub(crate) struct MappedEntries<'i> {
    index: &'i StaticIndex,
    /// By the number of the field.
    uses: Vec<Option<FieldUse>>,
}

/// The use of a field's values.
#[derive(Debug, Clone, Copy)]
struct FieldUse {
    /// How they are analyzed; `None`: they are not searchable.
    reading: Option<Reading>,
    is_stored: bool,
}

impl<'i> MappedEntries<'i> {
    pub(crate) fn new(index: &'i StaticIndex) -> Self {
        Self { index, uses: Vec::new() }
    }

    /// Adds the fields of one mapped item. The error text is for the author of the map.
    pub(crate) fn fill(
        &mut self,
        entry: &mut rookery_index::Entry,
        made: &MappedItem,
        fields: &mut FieldNames,
    ) -> Result<(), String> {
        entry.add_id();
        let stored = self.add_fields(entry, made, fields)?;
        if !stored.is_empty() {
            entry.store(Value::Object(stored).to_string().into_bytes());
        }
        Ok(())
    }

    /// The same for a counter or a time series: all fields are stored.
    pub(crate) fn fill_item(
        &mut self,
        entry: &mut rookery_index::Entry,
        made: &MappedItem,
        fields: &mut FieldNames,
    ) -> Result<(), String> {
        entry.add_id();
        self.fill_result(entry, made, fields)
    }

    /// The same for the result of a group: it has no id, and all fields are stored.
    pub(crate) fn fill_result(
        &mut self,
        entry: &mut rookery_index::Entry,
        made: &MappedItem,
        fields: &mut FieldNames,
    ) -> Result<(), String> {
        self.add_fields(entry, made, fields)?;
        entry.store(made.body.clone());
        Ok(())
    }

    /// Returns the fields whose values are stored.
    fn add_fields(
        &mut self,
        entry: &mut rookery_index::Entry,
        made: &MappedItem,
        fields: &mut FieldNames,
    ) -> Result<Map<String, Value>, String> {
        let MappedBody(members) = serde_json::from_slice(&made.body)
            .map_err(|error| format!("The entry is not a JSON object: {error}"))?;
        if let Some(boost) = made.boost {
            entry.boost(boost.into());
        }
        let mut stored = Map::new();
        for (name, value) in members {
            let Some(number) = fields.number(&name) else {
                return Err(format!("The index has {MOST} fields; there is no room for '{name}'."));
            };
            let field = self.field(number, made, &name);
            if let Some(reading) = field.reading {
                let is_place = made.spatial.iter().any(|spatial| *spatial == name);
                let reading = if is_place { Reading::Places { unit: 1.0 } } else { reading };
                add(entry, &MappedField { name: &name, number, reading }, &value)?;
                if let Some(boost) = made.boost_of(&name) {
                    let terms = value.count_terms(reading);
                    if terms > 0 {
                        entry.boost_field(number, boost, terms);
                    }
                }
            }
            if field.is_stored {
                stored.insert(name.into_owned(), value.into());
            }
        }
        Ok(stored)
    }

    /// The options of the definition, overridden by those of the created field.
    fn field(&mut self, number: u16, made: &MappedItem, name: &str) -> FieldUse {
        let given = made.created.iter().find(|(created, _)| created == name);
        if let Some(given) = given.and_then(|(_, text)| CreatedOptions::read(text)) {
            let mut options = self.index.options(name);
            options.storage = given.storage.or(options.storage);
            options.indexing = given.indexing.or(options.indexing);
            return FieldUse::of(&options);
        }
        let place = usize::from(number);
        if place >= self.uses.len() {
            self.uses.resize(place + 1, None);
        }
        *self.uses[place].get_or_insert_with(|| FieldUse::of(&self.index.options(name)))
    }
}

impl FieldUse {
    fn of(options: &FieldOptions) -> Self {
        Self { reading: options.is_indexed().then(|| options.reading()), is_stored: options.is_stored() }
    }
}

/// The supported options of a created field.
pub(crate) struct CreatedOptions {
    pub(crate) storage: Option<String>,
    pub(crate) indexing: Option<String>,
}

impl CreatedOptions {
    /// `None` for what is not an object.
    pub(crate) fn read(text: &[u8]) -> Option<Self> {
        let mut given: Map<String, Value> = serde_json::from_slice(text).ok()?;
        let mut of = |key: &str| {
            let known = given.keys().find(|known| known.eq_ignore_ascii_case(key)).cloned();
            known.and_then(|known| given.remove(&known))
        };
        let storage = match of("storage") {
            Some(Value::Bool(true)) => Some("Yes".to_owned()),
            Some(Value::String(text)) => Some(text),
            _ => None,
        };
        let indexing = of("indexing").and_then(|value| value.as_str().map(str::to_owned));
        Some(Self { storage, indexing })
    }
}

/// Adds a value by its field's options, a list element by element.
fn add(
    entry: &mut rookery_index::Entry,
    field: &MappedField<'_>,
    value: &MappedValue<'_>,
) -> Result<(), String> {
    let number = field.number;
    match (value, field.reading) {
        (MappedValue::List(values), _) => {
            return values.iter().try_for_each(|value| add(entry, field, value));
        }
        // A missing point is not a value.
        (MappedValue::Null, Reading::Places { .. }) => {}
        (MappedValue::Null, _) => entry.add(number, Leaf::Null, false),
        (MappedValue::Text(text), Reading::Places { .. }) => {
            let places = points(text).ok_or_else(|| field.no_place(text))?;
            places.into_iter().for_each(|place| entry.add_place(number, place));
        }
        (value, Reading::Places { .. }) => {
            return Err(field.no_place(&Value::from(value.clone()).to_string()));
        }
        (MappedValue::Text(text), Reading::Words(analyzer)) => entry.add_words(number, text, analyzer),
        (MappedValue::Text(text), Reading::Exact) => entry.add_exact(number, text),
        (MappedValue::Text(text), _) => entry.add(number, Leaf::Text(text), false),
        (MappedValue::Bool(value), reading) => {
            entry.add(number, Leaf::Bool(*value), reading == Reading::Exact)
        }
        (MappedValue::Number(value), reading) => {
            let leaf = Leaf::Number(value.into());
            entry.add(number, leaf, reading == Reading::Exact);
            if let Reading::Words(analyzer) = reading {
                entry.add_searched(number, leaf, analyzer);
            }
        }
        (MappedValue::Object(_), _) => entry.add(number, Leaf::Object, false),
    }
    Ok(())
}

/// A field of an entry for the index files.
struct MappedField<'f> {
    name: &'f str,
    number: u16,
    reading: Reading,
}

impl MappedField<'_> {
    fn no_place(&self, value: &str) -> String {
        let shown: String = value.chars().take(60).collect();
        format!("The spatial field '{}' has '{shown}', which is not a point on the earth.", self.name)
    }
}

/// The points of a WKT text that has nothing else.
pub(crate) fn points(text: &str) -> Option<Vec<Point>> {
    fn gather(area: Area, points: &mut Vec<Point>) -> bool {
        match area {
            Area::Point(point) => points.push(point),
            Area::Several(areas) => return areas.into_iter().all(|area| gather(area, points)),
            _ => return false,
        }
        true
    }
    let mut found = Vec::new();
    gather(parse_wkt(text, 1.0)?, &mut found).then_some(found)
}
