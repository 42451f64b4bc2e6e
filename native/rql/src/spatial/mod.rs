//! Points on the earth in conditions and sort keys: points, circles, polygons, well-known text, distances
//! along the sphere. Degrees throughout, kilometres for distances.

mod document_points;
mod rectangle;
mod wkt;

pub use document_points::points_of;
pub use rectangle::{Rectangle, RectangleRelation};
pub use wkt::parse_wkt;

/// The earth's mean radius in kilometres, as RavenDB takes it.
pub const EARTH_RADIUS: f64 = 6_371.008_771_4;

/// Kilometres in a mile.
pub const MILE: f64 = 1.609_344;

/// Where something is.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Point {
    /// Degrees north, from -90 to 90.
    pub latitude: f64,
    /// Degrees east, from -180 to 180.
    pub longitude: f64,
}

impl Point {
    /// The point, if the coordinates are valid.
    pub fn new(latitude: f64, longitude: f64) -> Option<Self> {
        let on_earth = (-90.0..=90.0).contains(&latitude) && (-180.0..=180.0).contains(&longitude);
        on_earth.then_some(Self { latitude, longitude })
    }

    /// Kilometres along the sphere.
    pub fn distance(self, other: Self) -> f64 {
        let (from, to) = (self.latitude.to_radians(), other.latitude.to_radians());
        let north = (to - from) / 2.0;
        let east = (other.longitude - self.longitude).to_radians() / 2.0;
        let chord = north.sin().powi(2) + from.cos() * to.cos() * east.sin().powi(2);
        2.0 * EARTH_RADIUS * chord.sqrt().min(1.0).asin()
    }
}

/// A shape of a query or a document.
#[derive(Debug, Clone, PartialEq)]
pub enum Area {
    /// One place.
    Point(Point),
    /// Everything within a distance.
    Circle {
        /// The middle.
        centre: Point,
        /// In kilometres.
        radius: f64,
    },
    /// An outer ring and holes in it; the last corner of a ring joins the first.
    Polygon(Vec<Vec<Point>>),
    /// Several of them.
    Several(Vec<Area>),
}

impl Area {
    /// Whether the point is inside or on the border.
    pub fn has(&self, point: Point) -> bool {
        match self {
            Self::Point(own) => *own == point,
            Self::Circle { centre, radius } => centre.distance(point) <= *radius,
            Self::Polygon(rings) => {
                let mut rings = rings.iter();
                rings.next().is_some_and(|outer| ring_has(outer, point))
                    && !rings.any(|hole| ring_has(hole, point) && !is_on_border(hole, point))
            }
            Self::Several(areas) => areas.iter().any(|area| area.has(point)),
        }
    }

    /// The point distances are measured to.
    pub fn centre(&self) -> Option<Point> {
        match self {
            Self::Point(point) => Some(*point),
            Self::Circle { centre, .. } => Some(*centre),
            Self::Several(areas) => areas.first()?.centre(),
            Self::Polygon(rings) => {
                let outer = rings.first()?;
                let bounds = |value: fn(&Point) -> f64| {
                    let least = outer.iter().map(value).fold(f64::INFINITY, f64::min);
                    let most = outer.iter().map(value).fold(f64::NEG_INFINITY, f64::max);
                    f64::midpoint(least, most)
                };
                Point::new(bounds(|point| point.latitude), bounds(|point| point.longitude))
            }
        }
    }
}

/// By the number of edges a ray to the north crosses.
fn ring_has(ring: &[Point], point: Point) -> bool {
    if is_on_border(ring, point) {
        return true;
    }
    edges(ring)
        .filter(|(a, b)| {
            (a.longitude > point.longitude) != (b.longitude > point.longitude) && {
                let along = (point.longitude - a.longitude) / (b.longitude - a.longitude);
                point.latitude < a.latitude + along * (b.latitude - a.latitude)
            }
        })
        .count()
        % 2
        == 1
}

fn is_on_border(ring: &[Point], point: Point) -> bool {
    edges(ring).any(|(a, b)| {
        let (north, east) = (b.latitude - a.latitude, b.longitude - a.longitude);
        let (to_north, to_east) = (point.latitude - a.latitude, point.longitude - a.longitude);
        let off = (east * to_north - north * to_east).abs();
        let along = to_north * north + to_east * east;
        off <= 1e-12 * (1.0 + north.abs() + east.abs())
            && along >= 0.0
            && along <= north * north + east * east
    })
}

/// A repeated corner makes no edge.
fn edges(ring: &[Point]) -> impl Iterator<Item = (&Point, &Point)> {
    ring.iter().zip(ring.iter().cycle().skip(1)).filter(|(a, b)| a != b)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn point(latitude: f64, longitude: f64) -> Point {
        Point::new(latitude, longitude).unwrap()
    }

    #[test]
    fn distances_follow_the_sphere() {
        let (paris, london) = (point(48.85, 2.35), point(51.5, -0.12));
        assert!((paris.distance(london) - 343.9).abs() < 1.0, "{}", paris.distance(london));
        assert_eq!(paris.distance(paris), 0.0);
        let around_the_date_line = point(-33.9, 179.9).distance(point(-33.9, -179.9));
        assert!(around_the_date_line < 20.0, "{around_the_date_line}");
        assert!(point(90.0, 0.0).distance(point(-90.0, 0.0)) > 20_000.0);
    }

    #[test]
    fn polygons_have_borders_and_holes() {
        let area =
            parse_wkt("POLYGON((0 0, 10 0, 10 10, 0 10, 0 0),(4 4, 6 4, 6 6, 4 6, 4 4))", 1.0).unwrap();
        for (latitude, longitude, inside) in [
            (1.0, 1.0, true),
            (5.0, 5.0, false),
            (4.0, 5.0, true),
            (0.0, 5.0, true),
            (11.0, 5.0, false),
            (10.0, 10.0, true),
        ] {
            assert_eq!(area.has(point(latitude, longitude)), inside, "{latitude} {longitude}");
        }
        assert_eq!(area.centre(), Some(point(5.0, 5.0)));
        let twice = parse_wkt("POLYGON((0 0, 10 0, 10 0, 10 10, 0 10, 0 0))", 1.0).unwrap();
        assert!(twice.has(point(5.0, 5.0)) && !twice.has(point(50.0, 50.0)));
    }

    #[test]
    fn there_is_no_place_off_the_earth() {
        assert_eq!(Point::new(91.0, 0.0), None);
        assert_eq!(Point::new(f64::NAN, 0.0), None);
    }
}
