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

/// The greatest boost that counts.
const MOST_BOOST: f32 = 7_516_192_768.0;

/// One entry.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Entry {
    /// The fields: a JSON object. Spatial fields hold well-known text.
    pub body: Vec<u8>,
    /// Fields of `createField`, with their options (JSON).
    pub created: Vec<(String, Vec<u8>)>,
    /// Fields of `createSpatialField`.
    pub spatial: Vec<String>,
    /// The boost of this entry; `None`: it has none.
    pub boost: Option<f32>,
    /// The boosts of its fields: that of a field is the product of all of its name.
    pub boosts: Vec<(String, f64)>,
    /// It or a field is boosted by a call of `boost`: results are ordered by score.
    pub ranked: bool,
    /// The group key (JSON); only if the definition has a `groupBy`.
    pub key: Option<Vec<u8>>,
}

impl Entry {
    /// The boost that a script gave it. What is not above 0 is 0.
    pub(crate) fn set_boost(&mut self, factor: f64) {
        #[expect(clippy::cast_possible_truncation, reason = "boosts have the precision of a float")]
        let factor = factor as f32;
        let factor = if factor > 0.0 { factor.min(MOST_BOOST) } else { 0.0 };
        self.boost = Some(factor).filter(|factor| (factor - 1.0).abs() > f32::EPSILON);
    }

    /// The boost of a field.
    pub fn boost_of(&self, field: &str) -> Option<f64> {
        let factors = self.boosts.iter().filter(|(name, _)| name == field).map(|(_, factor)| *factor);
        factors.reduce(|product, factor| product * factor)
    }
}

/// A document that a map loaded.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Reference {
    /// Its id.
    pub id: String,
    /// The collection that the script names; may be empty.
    pub collection: String,
}
