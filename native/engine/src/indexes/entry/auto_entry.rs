//! Entries of automatic indexes: the fields of a document, the words of searched fields, spatial fields.

use rookery_index::Entry;
use rookery_rql::FieldReader;
use rookery_rql::plan::ColumnSource;
use rookery_rql::search::Analyzer;
use rookery_rql::spatial::points_of;
use rookery_rql::values::{Leaf, Number};

use crate::document::Document;
use crate::document::scan_item::with_scan_item;
use crate::index_definition::AutoIndex;

/// Reads the fields of one index from one document after another.
pub(crate) struct AutoEntry {
    reader: FieldReader,
    /// The use of each value that is read.
    uses: Vec<Use>,
    /// The coordinates or texts of spatial fields: the field's number, and one list or two.
    places: Vec<(u16, Vec<Vec<Side>>)>,
}

enum Use {
    Values { field: u16, exact: bool, search: bool },
    Place { place: usize, side: usize },
}

/// A value stored until its other coordinate is read.
enum Side {
    Number(Number),
    Text(String),
    Nothing,
}

impl AutoEntry {
    pub(crate) fn new(index: &AutoIndex) -> Self {
        let (mut sources, mut uses, mut places) = (Vec::new(), Vec::new(), Vec::new());
        for ((name, field), number) in index.map_fields.iter().zip(1_u16..) {
            if !field.spatial {
                sources.push(field.source(name));
                uses.push(Use::Values { field: number, exact: field.exact, search: field.search });
                continue;
            }
            let paths = std::iter::once(&field.path).chain(&field.longitude);
            let mut sides = Vec::new();
            for (side, path) in paths.enumerate() {
                sources.push(ColumnSource::Body(path.clone()));
                uses.push(Use::Place { place: places.len(), side });
                sides.push(Vec::new());
            }
            places.push((number, sides));
        }
        Self { reader: FieldReader::new(sources), uses, places }
    }

    /// Adds all fields of the document. Returns `false` when its body is not an object.
    pub(crate) fn fill(&mut self, entry: &mut Entry, document: &Document) -> bool {
        let (uses, places) = (&self.uses, &mut self.places);
        places.iter_mut().flat_map(|(_, sides)| sides).for_each(Vec::clear);
        let read = with_scan_item(document, |item| {
            self.reader.read(&item, |number, leaf| match uses.get(number) {
                Some(Use::Values { field, exact, search }) => {
                    entry.add(*field, leaf, *exact);
                    if *search {
                        entry.add_searched(*field, leaf, Analyzer::Standard);
                    }
                }
                Some(Use::Place { place, side }) => places[*place].1[*side].push(Side::of(leaf)),
                None => {}
            })
        });
        for (field, sides) in places {
            let leaves = |side: usize| sides.get(side).map(|sides| sides.iter().map(Side::leaf));
            let Some(first) = leaves(0) else { continue };
            for place in points_of(first, leaves(1)) {
                entry.add_place(*field, place);
            }
        }
        read.is_ok()
    }
}

impl Side {
    fn of(leaf: Leaf<'_>) -> Self {
        match leaf {
            Leaf::Number(number) => Self::Number(number),
            Leaf::Text(text) => Self::Text(text.to_owned()),
            Leaf::Null | Leaf::Bool(_) | Leaf::Object => Self::Nothing,
        }
    }

    fn leaf(&self) -> Leaf<'_> {
        match self {
            Self::Number(number) => Leaf::Number(*number),
            Self::Text(text) => Leaf::Text(text),
            Self::Nothing => Leaf::Null,
        }
    }
}
