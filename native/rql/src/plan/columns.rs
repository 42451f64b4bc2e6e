//! The fields that a query reads, each once. Other fields are not extracted.

use crate::ast::{Field, Path, Segment};

/// Where a column's values come from.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum ColumnSource {
    /// The document's id.
    Id,
    /// A metadata key the server owns; it is not in the stored body.
    Metadata(MetadataKey),
    /// The member path in the body; arrays on it are expanded.
    Body(Vec<String>),
    /// What no document has on its own.
    Nothing,
}

/// Metadata the server owns.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MetadataKey {
    /// `@id`.
    Id,
    /// `@collection`.
    Collection,
    /// `@change-vector`.
    ChangeVector,
    /// `@last-modified`.
    LastModified,
    /// `@flags`.
    Flags,
}

impl MetadataKey {
    /// The key of `@metadata.@name`, if the server maintains it.
    pub(crate) fn for_path(path: &Path) -> Option<Self> {
        let [Segment::Field(first), Segment::Field(second)] = path.segments.as_slice() else { return None };
        if first != "@metadata" {
            return None;
        }
        Self::ALL.into_iter().find(|key| key.name() == second)
    }

    /// Every key, in the order RavenDB sends them.
    pub const ALL: [Self; 5] =
        [Self::Collection, Self::ChangeVector, Self::Flags, Self::Id, Self::LastModified];

    /// The name of the key in `@metadata`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Id => "@id",
            Self::Collection => "@collection",
            Self::ChangeVector => "@change-vector",
            Self::LastModified => "@last-modified",
            Self::Flags => "@flags",
        }
    }
}

/// The columns of one query.
#[derive(Debug, Default)]
pub struct Columns {
    /// Where each column's values come from.
    pub sources: Vec<ColumnSource>,
}

impl Columns {
    /// The column for a field; the same field gets the same column.
    pub(crate) fn for_field(&mut self, field: &Field) -> usize {
        let source = match field {
            Field::Id => ColumnSource::Id,
            Field::Loaded { .. } | Field::Group(_) | Field::Place(_) => ColumnSource::Nothing,
            Field::Path(path) => match MetadataKey::for_path(path) {
                Some(key) => ColumnSource::Metadata(key),
                None => ColumnSource::Body(names(path)),
            },
        };
        self.sources.iter().position(|known| *known == source).unwrap_or_else(|| {
            self.sources.push(source);
            self.sources.len() - 1
        })
    }

    /// The columns by name, for the plan.
    pub(crate) fn names(&self) -> String {
        let name = |source: &ColumnSource| match source {
            ColumnSource::Id => "id()".to_owned(),
            ColumnSource::Metadata(key) => format!("@metadata.{}", key.name()),
            ColumnSource::Body(names) => names.join("."),
            ColumnSource::Nothing => "nothing".to_owned(),
        };
        self.sources.iter().map(name).collect::<Vec<_>>().join(", ")
    }

    /// Whether any column needs the body read.
    pub(crate) fn reads_body(&self) -> bool {
        self.sources.iter().any(|source| matches!(source, ColumnSource::Body(_)))
    }
}

/// `Lines[].P` and `Lines.P` read the same values, as on a RavenDB server.
pub(super) fn names(path: &Path) -> Vec<String> {
    path.segments
        .iter()
        .filter_map(|segment| match segment {
            Segment::Field(name) => Some(name.clone()),
            Segment::Each => None,
        })
        .collect()
}
