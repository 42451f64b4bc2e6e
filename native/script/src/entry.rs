//! Results of a map: index entries, and references to other documents.

/// What an index knows of a document: nothing it must be told about later comes from anywhere else.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Mapped {
    /// The entries, in the order the function gave them.
    pub entries: Vec<Entry>,
    /// Documents that were loaded: when one of them changes this one must be mapped again.
    pub references: Vec<Reference>,
}

/// One entry.
#[derive(Debug, Clone, PartialEq)]
pub struct Entry {
    /// The fields: a JSON object. Spatial fields hold well-known text.
    pub body: Vec<u8>,
    /// Fields made by `createField`, with the options given, JSON.
    pub created: Vec<(String, Vec<u8>)>,
    /// Fields made by `createSpatialField`.
    pub spatial: Vec<String>,
    /// By how much a match of this entry counts more.
    pub boost: f32,
    /// What it is grouped by, JSON; only when the definition has a `groupBy`.
    pub key: Option<Vec<u8>>,
}

/// A document a map loaded.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Reference {
    /// Its id.
    pub id: String,
    /// The collection the script says it is in; may be empty.
    pub collection: String,
}
