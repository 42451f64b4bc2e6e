//! Indexes: `{"Type":"JavaScriptMap","IndexDefinition":{…}}`. Automatic ones have another form than in the
//! database record, with numbers for some enumerations.

use serde::Deserialize;
use serde_json::{Map, Value, json};

/// Version of automatic definitions that servers of 7.1 write; 6.2 reads it too.
const AUTOMATIC_VERSION: i64 = 62_006;

/// An index.
#[derive(Debug, Clone, PartialEq)]
pub enum IndexItem {
    /// Written by a user: the definition as clients send it.
    Static(Value),
    /// Created for queries.
    Automatic(AutomaticIndex),
}

/// An automatic index.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AutomaticIndex {
    /// Its name.
    pub name: String,
    /// The collection; `None` for all documents.
    pub collection: Option<String>,
    /// 0 low, 1 normal, 2 high.
    pub priority: i64,
    /// Whether it is disabled.
    pub disabled: bool,
    /// Its fields; aggregated ones if it groups.
    pub fields: Vec<AutomaticField>,
    /// The keys of its groups; empty if it does not group.
    pub keys: Vec<AutomaticField>,
}

/// A field or key of an automatic index.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct AutomaticField {
    /// Its name.
    pub name: String,
    /// Also indexed with case.
    pub exact: bool,
    /// Also indexed by words.
    pub search: bool,
    /// Counts the members of a group.
    pub counts: bool,
    /// Sums a member.
    pub sums: bool,
    /// A key that is a whole array.
    pub whole_array: bool,
    /// The members of a spatial field: one with WKT, or latitude and longitude. Empty for other fields.
    pub place: Vec<String>,
    /// It has options that are not read here (vector, individual values of arrays, other units of length).
    pub special: bool,
}

impl IndexItem {
    /// Reads an item.
    ///
    /// # Errors
    /// When it has another form.
    pub fn read(json: &[u8]) -> Result<Self, String> {
        #[derive(Deserialize)]
        struct Wire {
            #[serde(rename = "Type")]
            kind: Option<String>,
            #[serde(rename = "IndexDefinition")]
            definition: Value,
        }
        let wire: Wire = super::parsed("The index", json)?;
        let kind = wire.kind.as_deref().or_else(|| wire.definition.get("Type")?.as_str()).unwrap_or_default();
        if kind.starts_with("Auto") {
            return automatic(&wire.definition).map(Self::Automatic);
        }
        if !wire.definition.is_object() {
            return Err("the index has no IndexDefinition".to_owned());
        }
        Ok(Self::Static(wire.definition))
    }
}

fn automatic(definition: &Value) -> Result<AutomaticIndex, String> {
    let name = definition.get("Name").and_then(Value::as_str).ok_or("the automatic index has no Name")?;
    let collection = definition.get("Collections").and_then(|list| list.get(0)).and_then(Value::as_str);
    let list = |member: &str| {
        let fields = definition.get(member).and_then(Value::as_array);
        fields.map(|fields| fields.iter().filter_map(field).collect::<Vec<_>>()).unwrap_or_default()
    };
    Ok(AutomaticIndex {
        name: name.to_owned(),
        collection: collection.filter(|name| *name != "@all_docs").map(str::to_owned),
        priority: number(definition, "Priority", &["Low", "Normal", "High"]).unwrap_or(1),
        disabled: number(definition, "State", &["Normal", "Disabled"]) == Some(1),
        fields: list("MapFields"),
        keys: list("GroupByFields"),
    })
}

fn field(wire: &Value) -> Option<AutomaticField> {
    let indexing = wire.get("Indexing").and_then(Value::as_str).unwrap_or_default();
    let has = |name: &str| indexing.split(',').any(|part| part.trim() == name);
    let aggregation = number(wire, "Aggregation", &["None", "Count", "Sum"]).unwrap_or(0);
    let array = wire.get("GroupByArrayBehavior").and_then(Value::as_str).unwrap_or("NotApplicable");
    let option = |member: &str| wire.get(member).filter(|value| !value.is_null() && **value != false);
    let place = option("Spatial").map(place);
    Some(AutomaticField {
        name: wire.get("Name")?.as_str()?.to_owned(),
        exact: has("Exact"),
        // Words are highlighted in any searched field.
        search: has("Search") || has("Highlighting"),
        counts: aggregation == 1,
        sums: aggregation == 2,
        whole_array: array == "ByContent",
        special: place == Some(None)
            || option("Vector").is_some()
            || !matches!(array, "NotApplicable" | "ByContent"),
        place: place.flatten().unwrap_or_default(),
    })
}

/// The members of a spatial field with the options that a query without options creates.
fn place(spatial: &Value) -> Option<Vec<String>> {
    let text = |member: &str| spatial.get(member)?.as_str();
    let usual = text("Type").is_none_or(|kind| kind == "Geography")
        && text("Units").is_none_or(|units| units == "Kilometers");
    let members: Option<Vec<String>> = spatial
        .get("MethodArguments")?
        .as_array()?
        .iter()
        .map(|name| Some(name.as_str()?.to_owned()))
        .collect();
    let members = members?;
    let count = match text("MethodType")? {
        "Wkt" => 1,
        "Point" => 2,
        _ => return None,
    };
    (usual && members.len() == count && members.iter().all(|name| !name.is_empty())).then_some(members)
}

/// An enumeration as number or name.
fn number(object: &Value, member: &str, names: &[&str]) -> Option<i64> {
    match object.get(member)? {
        Value::String(text) => names.iter().position(|name| name == text).and_then(|at| at.try_into().ok()),
        other => other.as_i64(),
    }
}

/// The item of a static index.
pub fn static_item(kind: &str, definition: &Value) -> Vec<u8> {
    json!({ "Type": kind, "IndexDefinition": definition }).to_string().into_bytes()
}

impl AutomaticIndex {
    /// The item.
    pub fn to_item(&self) -> Vec<u8> {
        let mut definition = json!({
            "Name": self.name,
            "Version": AUTOMATIC_VERSION,
            "Collections": [self.collection.as_deref().unwrap_or("@all_docs")],
            "LockMode": 0,
            "Priority": self.priority,
            "State": i64::from(self.disabled),
            "ArchivedDataProcessingBehavior": null,
            "MapFields": self.fields.iter().map(AutomaticField::to_map_field).collect::<Vec<_>>(),
        });
        if !self.keys.is_empty() {
            definition["GroupByFields"] = self.keys.iter().map(AutomaticField::to_key).collect();
            definition["GroupByFieldNames"] = self.keys.iter().map(|key| json!(key.name)).collect();
        }
        let kind = if self.keys.is_empty() { "AutoMap" } else { "AutoMapReduce" };
        static_item(kind, &definition)
    }
}

impl AutomaticField {
    fn to_map_field(&self) -> Value {
        let mut field = self.to_object();
        let aggregation = i64::from(self.counts) + 2 * i64::from(self.sums);
        let more = json!({
            "Aggregation": aggregation,
            "Spatial": self.spatial(),
            "Vector": null,
            "HasSuggestions": false,
            "HasQuotedName": false,
        });
        if let Value::Object(more) = more {
            field.extend(more);
        }
        Value::Object(field)
    }

    fn spatial(&self) -> Value {
        let method = match self.place.len() {
            0 => return Value::Null,
            1 => "Wkt",
            _ => "Point",
        };
        json!({
            "MethodType": method,
            "MethodArguments": self.place,
            "Type": "Geography",
            "Strategy": "GeohashPrefixTree",
            "MaxTreeLevel": 9,
            "MinX": -180.0,
            "MaxX": 180.0,
            "MinY": -90.0,
            "MaxY": 90.0,
            "Units": "Kilometers",
        })
    }

    fn to_key(&self) -> Value {
        let mut key = self.to_object();
        let array = if self.whole_array { "ByContent" } else { "NotApplicable" };
        key.insert("GroupByArrayBehavior".into(), array.into());
        key.insert("HasQuotedName".into(), false.into());
        Value::Object(key)
    }

    fn to_object(&self) -> Map<String, Value> {
        let indexing = match (self.search, self.exact) {
            (false, false) => "Default",
            (true, false) => "Search",
            (false, true) => "Exact",
            (true, true) => "Search, Exact",
        };
        Map::from_iter([("Name".to_owned(), json!(self.name)), ("Indexing".to_owned(), json!(indexing))])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn automatic_indexes_are_read_as_written() {
        let field = |name: &str| AutomaticField { name: name.into(), ..Default::default() };
        for index in [
            AutomaticIndex {
                name: "Auto/Users/ByNameAndSearch(Text)".into(),
                collection: Some("Users".into()),
                priority: 2,
                disabled: true,
                fields: vec![
                    field("Name"),
                    AutomaticField { search: true, exact: true, ..field("Text") },
                    AutomaticField { place: vec!["Area".into()], ..field("spatial.wkt(Area)") },
                    AutomaticField {
                        place: vec!["At.Lat".into(), "At.Lng".into()],
                        ..field("spatial.point(At.Lat, At.Lng)")
                    },
                ],
                keys: vec![],
            },
            AutomaticIndex {
                name: "Auto/AllDocs/ByCountReducedByTags".into(),
                collection: None,
                priority: 1,
                disabled: false,
                fields: vec![
                    AutomaticField { counts: true, ..field("Count") },
                    AutomaticField { sums: true, ..field("Total") },
                ],
                keys: vec![AutomaticField { whole_array: true, ..field("Tags") }],
            },
        ] {
            assert_eq!(IndexItem::read(&index.to_item()).unwrap(), IndexItem::Automatic(index));
        }
    }

    #[test]
    fn static_indexes_keep_their_definition_and_others_are_errors() {
        let definition = json!({ "Name": "X", "Maps": ["from u in docs.Users select new { u.Name }"] });
        let item = static_item("Map", &definition);
        assert_eq!(IndexItem::read(&item).unwrap(), IndexItem::Static(definition));
        for bad in [&b"{}"[..], br#"{"IndexDefinition":5}"#, br#"{"Type":"AutoMap","IndexDefinition":{}}"#] {
            assert!(IndexItem::read(bad).is_err());
        }
        for spatial in [
            json!({}),
            json!({ "MethodType": "Point", "MethodArguments": ["Lat"] }),
            json!({ "MethodType": "Wkt", "MethodArguments": [""] }),
            json!({ "MethodType": "Wkt", "MethodArguments": [1] }),
            json!({ "MethodType": "Wkt", "MethodArguments": ["Area"], "Units": "Miles" }),
            json!({ "MethodType": "Wkt", "MethodArguments": ["Area"], "Type": "Cartesian" }),
        ] {
            let fields = json!([{ "Name": "p", "Spatial": spatial }]);
            let item = static_item("AutoMap", &json!({ "Name": "n", "MapFields": fields }));
            let IndexItem::Automatic(index) = IndexItem::read(&item).unwrap() else { panic!("automatic") };
            assert!(index.fields[0].special, "{spatial}");
        }
    }
}
