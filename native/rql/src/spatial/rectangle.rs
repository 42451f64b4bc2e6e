//! The relation of a rectangle of degrees to an area: outside, inside, or undecided. An index uses it to
//! skip most points without reading them; points in undecided rectangles are tested one by one.

use super::{Area, EARTH_RADIUS, Point, edges, ring_has};

/// A span of latitudes and longitudes, both ends included.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Rectangle {
    /// Degrees north.
    pub south: f64,
    /// Degrees north.
    pub north: f64,
    /// Degrees east; not greater than `east`.
    pub west: f64,
    /// Degrees east.
    pub east: f64,
}

/// The relation of a rectangle to an area.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RectangleRelation {
    /// No point of it is in the area.
    Outside,
    /// Every point of it is in the area.
    Inside,
    /// Undecided: the points must be tested.
    Across,
}

/// Degrees by which rounding may move a border.
const ROUNDING: f64 = 1e-9;

impl Rectangle {
    fn grown(self, by: f64) -> Self {
        Self { south: self.south - by, north: self.north + by, west: self.west - by, east: self.east + by }
    }

    fn corners(self) -> [Point; 4] {
        let corner = |latitude, longitude| Point { latitude, longitude };
        [
            corner(self.south, self.west),
            corner(self.south, self.east),
            corner(self.north, self.west),
            corner(self.north, self.east),
        ]
    }

    fn has(self, point: Point) -> bool {
        (self.south..=self.north).contains(&point.latitude)
            && (self.west..=self.east).contains(&point.longitude)
    }

    /// Whether a straight line on the map touches it.
    fn is_touched_by(self, a: Point, b: Point) -> bool {
        // The part of the line between both ends, by how far along it is.
        let (mut from, mut to) = (0.0_f64, 1.0_f64);
        for (start, end, low, high) in [
            (a.latitude, b.latitude, self.south, self.north),
            (a.longitude, b.longitude, self.west, self.east),
        ] {
            let step = end - start;
            if step == 0.0 {
                if start < low || start > high {
                    return false;
                }
                continue;
            }
            let (one, other) = ((low - start) / step, (high - start) / step);
            from = from.max(one.min(other));
            to = to.min(one.max(other));
        }
        from <= to
    }
}

impl Area {
    /// The relation of a rectangle to this area.
    pub fn lies(&self, rectangle: Rectangle) -> RectangleRelation {
        match self {
            Self::Point(point) if rectangle.grown(ROUNDING).has(*point) => RectangleRelation::Across,
            Self::Point(_) => RectangleRelation::Outside,
            Self::Circle { centre, radius } => circle(*centre, *radius, rectangle),
            Self::Polygon(rings) => polygon(rings, rectangle),
            Self::Several(areas) => {
                let mut all = RectangleRelation::Outside;
                for area in areas {
                    match area.lies(rectangle) {
                        RectangleRelation::Inside => return RectangleRelation::Inside,
                        RectangleRelation::Across => all = RectangleRelation::Across,
                        RectangleRelation::Outside => {}
                    }
                }
                all
            }
        }
    }
}

fn circle(centre: Point, radius: f64, rectangle: Rectangle) -> RectangleRelation {
    let angle = radius / EARTH_RADIUS;
    let reach = angle.to_degrees() + ROUNDING;
    let (south, north) = (centre.latitude - reach, centre.latitude + reach);
    if rectangle.north < south || rectangle.south > north {
        return RectangleRelation::Outside;
    }
    // Around a pole a circle has all longitudes.
    if north < 90.0 && south > -90.0 {
        let width =
            (angle.sin() / centre.latitude.to_radians().cos()).min(1.0).asin().to_degrees() + ROUNDING;
        let misses = |shift: f64| {
            rectangle.east < centre.longitude + shift - width
                || rectangle.west > centre.longitude + shift + width
        };
        if misses(0.0) && misses(360.0) && misses(-360.0) {
            return RectangleRelation::Outside;
        }
    }
    // The farthest point of a rectangle is a corner, unless it reaches round to the other side of the earth.
    let far = |shift: f64| {
        let opposite = centre.longitude + shift;
        (rectangle.west..=rectangle.east).contains(&opposite)
    };
    let quarter = EARTH_RADIUS * std::f64::consts::FRAC_PI_2;
    let near = radius * (1.0 - ROUNDING);
    if near < quarter
        && !far(180.0)
        && !far(-180.0)
        && rectangle.corners().iter().all(|corner| centre.distance(*corner) <= near)
    {
        return RectangleRelation::Inside;
    }
    RectangleRelation::Across
}

fn polygon(rings: &[Vec<Point>], rectangle: Rectangle) -> RectangleRelation {
    let on_edge = rings.iter().flat_map(|ring| edges(ring)).any(|(a, b)| {
        let (north, east) = (b.latitude - a.latitude, b.longitude - a.longitude);
        let length = north.hypot(east);
        // As far from a line as a point still counts as being on it.
        let slack = 1e-12 * (1.0 + north.abs() + east.abs()) / length + ROUNDING;
        rectangle.grown(slack).is_touched_by(*a, *b)
    });
    if on_edge {
        return RectangleRelation::Across;
    }
    let corner = Point { latitude: rectangle.south, longitude: rectangle.west };
    let mut rings = rings.iter();
    let inside = rings.next().is_some_and(|outer| ring_has(outer, corner))
        && !rings.any(|hole| ring_has(hole, corner));
    if inside { RectangleRelation::Inside } else { RectangleRelation::Outside }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::spatial::parse_wkt;

    fn place() -> impl Strategy<Value = Point> {
        (-90.0..=90.0_f64, -180.0..=180.0_f64).prop_map(|(latitude, longitude)| Point { latitude, longitude })
    }

    fn rectangle() -> impl Strategy<Value = Rectangle> {
        (place(), 0.0..60.0_f64, 0.0..90.0_f64).prop_map(|(corner, high, wide)| Rectangle {
            south: corner.latitude,
            north: (corner.latitude + high).min(90.0),
            west: corner.longitude,
            east: (corner.longitude + wide).min(180.0),
        })
    }

    fn area() -> impl Strategy<Value = Area> {
        let simple = prop_oneof![
            3 => (place(), 0.0..15_000.0_f64).prop_map(|(centre, radius)| Area::Circle { centre, radius }),
            1 => (place(), 0.0..100.0_f64).prop_map(|(centre, radius)| Area::Circle { centre, radius }),
            3 => proptest::collection::vec(place(), 3..7).prop_map(|ring| Area::Polygon(vec![ring])),
            1 => place().prop_map(Area::Point),
        ];
        prop_oneof![
            5 => simple.clone(),
            1 => proptest::collection::vec(simple, 1..3).prop_map(Area::Several),
        ]
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 2_000, ..ProptestConfig::default() })]
        #[test]
        fn rectangle_properties_hold_for_its_points(
            area in area(),
            rectangle in rectangle(),
            shares in proptest::collection::vec((0.0..=1.0_f64, 0.0..=1.0_f64), 20),
        ) {
            let lies = area.lies(rectangle);
            for (up, right) in shares {
                let latitude = rectangle.south + up * (rectangle.north - rectangle.south);
                let longitude = rectangle.west + right * (rectangle.east - rectangle.west);
                let point = Point { latitude, longitude };
                match lies {
                    RectangleRelation::Inside => prop_assert!(area.has(point), "{point:?}"),
                    RectangleRelation::Outside => prop_assert!(!area.has(point), "{point:?}"),
                    RectangleRelation::Across => {}
                }
            }
        }
    }

    #[test]
    fn small_rectangles_are_distinct() {
        let square = |latitude: f64, longitude: f64| Rectangle {
            south: latitude,
            north: latitude + 0.1,
            west: longitude,
            east: longitude + 0.1,
        };
        let circle = Area::Circle { centre: Point { latitude: 48.0, longitude: 2.0 }, radius: 100.0 };
        assert_eq!(circle.lies(square(48.0, 2.0)), RectangleRelation::Inside);
        assert_eq!(circle.lies(square(40.0, 2.0)), RectangleRelation::Outside);
        assert_eq!(circle.lies(square(48.0, 3.3)), RectangleRelation::Across);
        let frame =
            parse_wkt("POLYGON((0 0, 10 0, 10 10, 0 10, 0 0),(4 4, 6 4, 6 6, 4 6, 4 4))", 1.0).unwrap();
        assert_eq!(frame.lies(square(1.0, 1.0)), RectangleRelation::Inside);
        assert_eq!(frame.lies(square(5.0, 5.0)), RectangleRelation::Outside);
        assert_eq!(frame.lies(square(3.95, 5.0)), RectangleRelation::Across);
        let across_the_date_line =
            Area::Circle { centre: Point { latitude: 0.0, longitude: 179.9 }, radius: 100.0 };
        assert_eq!(across_the_date_line.lies(square(0.0, -180.0)), RectangleRelation::Inside);
    }
}
