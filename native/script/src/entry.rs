//! Results of a map: index entries, and references to other documents and compare-exchange values.

/// The result of a map for a document. The index must map the document again only if it or a loaded one
/// changes.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Mapped {
    /// The entries, in the order the function gave them.
    pub entries: Vec<Entry>,
    /// Loaded documents: a change of one of them requires mapping this one again.
    pub references: Vec<Reference>,
    /// Keys of the compare-exchange values that the maps read, also of missing ones: a change of one of them requires
    /// mapping this document again.
    pub exchanges: Vec<String>,
}

/// One entry.
#[derive(Debug, Clone, PartialEq)]
pub struct Entry {
    /// The fields: a JSON object. Spatial fields hold well-known text.
    pub body: Vec<u8>,
    /// Fields of `createField`, with their options (JSON).
    pub created: Vec<(String, Vec<u8>)>,
    /// Fields of `createSpatialField`.
    pub spatial: Vec<String>,
    /// The boost of this entry.
    pub boost: f32,
    /// The group key (JSON); only if the definition has a `groupBy`.
    pub key: Option<Vec<u8>>,
}

/// A document that a map loaded.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Reference {
    /// Its id.
    pub id: String,
    /// The collection that the script names; may be empty.
    pub collection: String,
}
