//! Locations in an index: which entries lie so to an area, and how far they are from a point.

use rookery_cancel::CancelToken;
use rookery_rql::ast::Relation;
use rookery_rql::plan::Measure;
use rookery_rql::spatial::{Area, Point};
use tantivy::columnar::Column;

use crate::cells::{Cell, Cover};
use crate::error::TantivyResult;
use crate::matches::Matches;
use crate::postings_union::PostingsUnion;
use crate::segment::Segment;
use crate::terms::{self, Kind, LATITUDE, LONGITUDE};

/// A spatial test of one field.
#[derive(Debug)]
pub(crate) struct SpatialTest {
    pub(crate) field: u16,
    pub(crate) relation: Relation,
    pub(crate) area: Area,
    cover: Cover,
}

impl SpatialTest {
    pub(crate) fn new(field: u16, relation: Relation, area: Area) -> Self {
        let cover = Cover::of(&area);
        Self { field, relation, area, cover }
    }

    pub(crate) fn run(&self, segment: &Segment, cancel: &CancelToken) -> TantivyResult<Matches> {
        match self.relation {
            Relation::Within | Relation::Intersects => self.inside(segment, cancel),
            Relation::Disjoint => {
                let placed = segment.with_term(&terms::head(self.field, Kind::Exists))?;
                Ok(placed.without(&self.inside(segment, cancel)?, segment.size()))
            }
            Relation::Contains => match &self.area {
                // A point has an area of zero.
                Area::Point(_) => self.inside(segment, cancel),
                _ => Ok(Matches::none()),
            },
        }
    }

    /// Entries with a place in the area.
    fn inside(&self, segment: &Segment, cancel: &CancelToken) -> TantivyResult<Matches> {
        let size = segment.size();
        let (sure, open) = in_cells(segment, self.field, &self.cover, cancel)?;
        let open = open.without(&sure, size);
        let places = Locations::of(segment, self.field)?;
        let polled = open.entries(size).take_while(|_| !cancel.is_cancelled());
        let found = polled.filter(|entry| places.of_entry(*entry).any(|place| self.area.has(place)));
        Ok(Matches::from_list(found.collect(), size).or(sure, size))
    }
}

/// Cells of one level, from the first to the last.
struct CellRange {
    level: u8,
    first: u64,
    last: u64,
    is_inside: bool,
}

/// Ranges closer than this are read together: seeking costs more than reading a few unneeded terms.
const NEAR: u64 = 64;

/// Entries of the cells inside and of those across.
fn in_cells(
    segment: &Segment,
    field: u16,
    cover: &Cover,
    cancel: &CancelToken,
) -> TantivyResult<(Matches, Matches)> {
    let range = |cell: &Cell, is_inside| {
        let (level, first, last) = cell.range();
        CellRange { level, first, last, is_inside }
    };
    let inside = cover.inside.iter().map(|cell| range(cell, true));
    let mut ranges: Vec<_> = inside.chain(cover.across.iter().map(|cell| range(cell, false))).collect();
    ranges.sort_unstable_by_key(|range| (range.level, range.first));
    let gathering = |is_empty: bool| PostingsUnion::new(segment.size(), if is_empty { 0 } else { u64::MAX });
    let (mut sure, mut open) = (gathering(cover.inside.is_empty()), gathering(cover.across.is_empty()));
    let near = |left: &CellRange, right: &CellRange| {
        left.level == right.level && right.first.saturating_sub(left.last) <= NEAR
    };
    for run in ranges.chunk_by(near).take_while(|_| !cancel.is_cancelled()) {
        read(segment, field, run, &mut sure, &mut open)?;
    }
    Ok((sure.finish(), open.finish()))
}

/// Reads the terms from the first cell to the last; those of no range are left out.
fn read(
    segment: &Segment,
    field: u16,
    run: &[CellRange],
    sure: &mut PostingsUnion,
    open: &mut PostingsUnion,
) -> TantivyResult<()> {
    let (Some(begin), Some(end)) = (run.first(), run.last()) else { return Ok(()) };
    let first = terms::cell(field, begin.level, begin.first);
    let last = terms::cell(field, end.level, end.last);
    let mut range = segment.terms.terms().range().ge(&first).le(&last).into_stream()?;
    let mut rest = run.iter().peekable();
    while range.advance() {
        let number = terms::cell_number(range.key());
        while rest.next_if(|range| range.last < number).is_some() {}
        let Some(of) = rest.peek().filter(|range| range.first <= number) else { continue };
        let gathering = if of.is_inside { &mut *sure } else { &mut *open };
        gathering.add(&segment.terms, range.value())?;
    }
    Ok(())
}

/// The places of a segment's entries.
#[derive(Debug)]
pub(crate) struct Locations {
    columns: Option<(Column<f64>, Column<f64>)>,
}

impl Locations {
    pub(crate) fn of(segment: &Segment, field: u16) -> TantivyResult<Self> {
        let (latitudes, longitudes) = (segment.degrees(field, LATITUDE)?, segment.degrees(field, LONGITUDE)?);
        Ok(Self { columns: latitudes.zip(longitudes) })
    }

    pub(crate) fn of_entry(&self, entry: u32) -> impl Iterator<Item = Point> + '_ {
        self.columns.iter().flat_map(move |(latitudes, longitudes)| {
            let pairs = latitudes.values_for_doc(entry).zip(longitudes.values_for_doc(entry));
            pairs.map(|(latitude, longitude)| Point { latitude, longitude })
        })
    }

    /// The least distance of an entry's places.
    pub(crate) fn nearest(&self, entry: u32, measure: &Measure) -> Option<f64> {
        self.of_entry(entry).map(|place| measure.of(place)).reduce(f64::min)
    }
}
