//! Automatic indexes between the engine's definitions and the items of a dump.

use std::collections::BTreeMap;

use rookery_dump::items::index::{AutomaticField, AutomaticIndex};
use rookery_engine::{
    AutoField, AutoIndex, AutomaticFields, GroupWork, GroupedBy, GroupedIndex, IndexPriority,
};

/// The item of an automatic index.
pub fn item_of(index: &AutoIndex) -> AutomaticIndex {
    let fields = index.map_fields.iter().map(|(name, field)| {
        let place = match (field.spatial, &field.longitude) {
            (false, _) => Vec::new(),
            (true, None) => vec![field.path.join(".")],
            (true, Some(longitude)) => vec![field.path.join("."), longitude.join(".")],
        };
        let AutoField { exact, search, .. } = *field;
        AutomaticField { name: name.clone(), exact, search, place, ..AutomaticField::default() }
    });
    AutomaticIndex {
        name: index.name.clone(),
        collection: index.collection.clone(),
        priority: priority(index.priority),
        disabled: index.disabled_in_definition,
        fields: fields.collect(),
        keys: Vec::new(),
    }
}

/// The item of an automatic map-reduce index.
pub fn item_of_grouped(index: &GroupedIndex) -> AutomaticIndex {
    let count = index.work.counts.then(|| AutomaticField {
        name: "Count".to_owned(),
        counts: true,
        ..AutomaticField::default()
    });
    let sums = index.work.sums.iter().map(|path| AutomaticField {
        name: path.clone(),
        sums: true,
        ..AutomaticField::default()
    });
    let keys = index.work.group_by.iter().map(|key| AutomaticField {
        name: key.path.clone(),
        exact: key.exact,
        search: key.search,
        whole_array: key.array,
        ..AutomaticField::default()
    });
    AutomaticIndex {
        name: index.name.clone(),
        collection: index.collection.clone(),
        priority: priority(index.priority),
        disabled: index.disabled_in_definition,
        fields: count.into_iter().chain(sums).collect(),
        keys: keys.collect(),
    }
}

fn priority(priority: IndexPriority) -> i64 {
    match priority {
        IndexPriority::Low => 0,
        IndexPriority::Normal => 1,
        IndexPriority::High => 2,
    }
}

/// What the index has to cover.
///
/// # Errors
/// A field that is not supported here; a query that needs such an index creates it.
pub fn fields_of(index: &AutomaticIndex) -> Result<AutomaticFields, String> {
    let special = |field: &&AutomaticField| field.special || field.name.contains("[]");
    if let Some(field) = index.fields.iter().chain(&index.keys).find(special) {
        return Err(format!(
            "its field '{}' has options that this server does not import; the next query that needs the index \
             creates it",
            field.name
        ));
    }
    if index.keys.is_empty() {
        let fields = index.fields.iter().map(|field| {
            let path = |name: &str| name.split('.').map(str::to_owned).collect::<Vec<_>>();
            if let Some(first) = field.place.first() {
                return AutoField::of_place(path(first), field.place.get(1).map(|name| path(name)));
            }
            let owned_by_server = field.name.ends_with("()") || field.name.starts_with("@metadata.");
            let path = if owned_by_server { Vec::new() } else { path(&field.name) };
            let AutomaticField { exact, search, .. } = *field;
            (field.name.clone(), AutoField { path, exact, search, spatial: false, longitude: None })
        });
        let fields: BTreeMap<String, AutoField> = fields.collect();
        if fields.is_empty() {
            return Err("it has no fields".to_owned());
        }
        return Ok(AutomaticFields::Fields(fields));
    }
    Ok(AutomaticFields::Groups(GroupWork {
        group_by: index
            .keys
            .iter()
            .map(|key| GroupedBy {
                path: key.name.clone(),
                array: key.whole_array,
                exact: key.exact,
                search: key.search,
            })
            .collect(),
        sums: index.fields.iter().filter(|field| field.sums).map(|field| field.name.clone()).collect(),
        counts: index.fields.iter().any(|field| field.counts),
    }))
}
