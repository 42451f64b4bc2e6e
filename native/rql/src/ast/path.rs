//! Paths into a document.

use std::fmt;

/// One step of a path into a document.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Segment {
    /// A member by name.
    Field(String),
    /// `[]`: every element of an array.
    Each,
}

/// A path into a document, the alias of the `from` clause already taken off. Prints as `Lines[].Product`.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct Path {
    /// The steps, never empty after parsing; the first is a member.
    pub segments: Vec<Segment>,
}

impl Path {
    /// The path written in one piece, such as `Lines[].Product`: dots separate, `[]` is every element.
    pub fn from_text(text: &str) -> Self {
        let mut segments = Vec::new();
        for part in text.split('.') {
            let name = part.trim_end_matches("[]");
            let arrays = (part.len() - name.len()) / 2;
            segments.push(Segment::Field(name.to_owned()));
            segments.extend(std::iter::repeat_n(Segment::Each, arrays));
        }
        Self { segments }
    }

    /// The name of the first member.
    pub fn head(&self) -> &str {
        match self.segments.first() {
            Some(Segment::Field(name)) => name,
            _ => "",
        }
    }

    /// Whether any step says `[]`.
    pub fn has_each(&self) -> bool {
        self.segments.contains(&Segment::Each)
    }
}

impl fmt::Display for Path {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, segment) in self.segments.iter().enumerate() {
            match segment {
                Segment::Field(name) if index == 0 => out.write_str(name)?,
                Segment::Field(name) => write!(out, ".{name}")?,
                Segment::Each => out.write_str("[]")?,
            }
        }
        Ok(())
    }
}

/// What a comparison, a sort key or a projection reads.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Field {
    /// A path into the document.
    Path(Path),
    /// `id()`: the document's id.
    Id,
    /// A path into a document that `load` gave a name to; without steps the document itself.
    Loaded {
        /// The name.
        alias: String,
        /// What is read of it.
        path: Path,
    },
    /// A value of a group; only in queries with `group by`.
    Group(Aggregate),
    /// Where a document is on the earth; only in spatial conditions.
    Place(super::SpatialField),
}

/// What `group by` computes.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Aggregate {
    /// `key()`.
    Key,
    /// `count()`.
    Count,
    /// `sum(path)`.
    Sum(Path),
}

impl fmt::Display for Field {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Path(path) => path.fmt(out),
            Self::Id => out.write_str("id()"),
            Self::Loaded { alias, path } if path.segments.is_empty() => out.write_str(alias),
            Self::Loaded { alias, path } => write!(out, "{alias}.{path}"),
            Self::Group(Aggregate::Key) => out.write_str("key()"),
            Self::Group(Aggregate::Count) => out.write_str("count()"),
            Self::Group(Aggregate::Sum(path)) => write!(out, "sum({path})"),
            Self::Place(place) => place.fmt(out),
        }
    }
}
