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

    /// Whether any step is `[]`.
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
