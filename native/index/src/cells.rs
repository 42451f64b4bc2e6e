//! A grid over the earth: a point is in one cell of every level, and the cells of a level are numbered so
//! that those inside a greater one follow each other. An area is covered by few cells, some of them surely
//! inside it.

use rookery_rql::spatial::{Area, Point, Rectangle, RectangleRelation};

/// The levels whose cells are terms. A cell of level n is a 2^n-th of the earth's width and height.
pub(crate) const LEVELS: [u8; 6] = [3, 6, 9, 12, 15, 18];

/// The finest level: about 150 by 75 metres.
const FINEST: u8 = 18;

/// The approximate maximum of cells in a cover.
const MOST_CELLS: usize = 200;

/// One cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Cell {
    pub(crate) level: u8,
    pub(crate) number: u64,
}

/// Cells that have all of an area.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Cover {
    /// Cells that are entirely inside.
    pub(crate) inside: Vec<Cell>,
    /// Cells whose points must be tested.
    pub(crate) across: Vec<Cell>,
}

impl Cell {
    /// The cell of a place on a level.
    pub(crate) fn of(place: Point, level: u8) -> Self {
        let count = f64::from(1_u32 << FINEST);
        let step = |share: f64| {
            #[expect(
                clippy::cast_possible_truncation,
                clippy::cast_sign_loss,
                reason = "clamped to the grid"
            )]
            let step = (share * count).floor().clamp(0.0, count - 1.0) as u64;
            step
        };
        let (row, column) = (step((place.latitude + 90.0) / 180.0), step((place.longitude + 180.0) / 360.0));
        let finest = spread(row) << 1 | spread(column);
        Self { level, number: finest >> (2 * (FINEST - level)) }
    }

    fn rectangle(self) -> Rectangle {
        let (row, column) = (gathered(self.number >> 1), gathered(self.number));
        let count = f64::from(1_u32 << self.level);
        #[expect(clippy::cast_precision_loss, reason = "18 bits at most")]
        let (row, column) = (row as f64, column as f64);
        Rectangle {
            south: row / count * 180.0 - 90.0,
            north: (row + 1.0) / count * 180.0 - 90.0,
            west: column / count * 360.0 - 180.0,
            east: (column + 1.0) / count * 360.0 - 180.0,
        }
    }

    fn quarters(self) -> [Self; 4] {
        [0, 1, 2, 3].map(|part| Self { level: self.level + 1, number: self.number << 2 | part })
    }

    /// The first and the last cell inside it of the next level that has terms.
    pub(crate) fn range(self) -> (u8, u64, u64) {
        let level = LEVELS.into_iter().find(|level| *level >= self.level).unwrap_or(FINEST);
        let shift = 2 * (level - self.level);
        let first = self.number << shift;
        (level, first, first + ((1 << shift) - 1))
    }
}

impl Cover {
    pub(crate) fn of(area: &Area) -> Self {
        let mut cover = Self::default();
        let mut open = vec![Cell { level: 0, number: 0 }];
        // Breadth first, so that the remaining cells have similar sizes when the limit is reached.
        while !open.is_empty() {
            let mut next = Vec::new();
            for cell in open {
                match area.lies(cell.rectangle()) {
                    RectangleRelation::Outside => {}
                    RectangleRelation::Inside => cover.inside.push(cell),
                    RectangleRelation::Across if cell.level == FINEST => cover.across.push(cell),
                    RectangleRelation::Across => next.push(cell),
                }
            }
            if cover.inside.len() + cover.across.len() + next.len() > MOST_CELLS {
                cover.across.append(&mut next);
            }
            open = next.into_iter().flat_map(Cell::quarters).collect();
        }
        cover
    }
}

/// The bits of a number with a gap before each.
fn spread(number: u64) -> u64 {
    (0..u32::from(FINEST)).map(|bit| (number >> bit & 1) << (2 * bit)).sum()
}

/// Every second bit of a number.
fn gathered(number: u64) -> u64 {
    (0..u32::from(FINEST)).map(|bit| (number >> (2 * bit) & 1) << bit).sum()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn place() -> impl Strategy<Value = Point> {
        (-90.0..=90.0_f64, -180.0..=180.0_f64).prop_map(|(latitude, longitude)| Point { latitude, longitude })
    }

    fn is_in(place: Point, cells: &[Cell]) -> bool {
        cells.iter().any(|cell| Cell::of(place, cell.level) == *cell)
    }

    proptest! {
        #[test]
        fn a_cover_has_every_place_of_the_area(centre in place(), radius in 0.0..3_000.0_f64, near in place(), share in 0.0..0.1_f64) {
            let area = Area::Circle { centre, radius };
            let cover = Cover::of(&area);
            let toward = |from: f64, to: f64| from + (to - from) * share;
            let between = Point {
                latitude: toward(centre.latitude, near.latitude),
                longitude: toward(centre.longitude, near.longitude),
            };
            for place in [centre, near, between] {
                let (inside, across) = (is_in(place, &cover.inside), is_in(place, &cover.across));
                prop_assert!(!inside || area.has(place));
                prop_assert!(inside || across || !area.has(place));
            }
            prop_assert!(cover.inside.len() + cover.across.len() <= 5 * MOST_CELLS);
        }

        #[test]
        fn cells_lie_in_each_other(place in place()) {
            let fine = Cell::of(place, FINEST);
            for level in 0..FINEST {
                let (stretch, first, last) = Cell::of(place, level).range();
                let number = Cell::of(place, stretch).number;
                prop_assert!((first..=last).contains(&number));
            }
            let rectangle = fine.rectangle();
            prop_assert!(rectangle.south <= place.latitude && place.latitude <= rectangle.north);
            prop_assert!(rectangle.west <= place.longitude && place.longitude <= rectangle.east);
        }
    }
}
