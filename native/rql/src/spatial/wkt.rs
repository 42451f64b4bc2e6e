//! Well-known text: points, polygons, several of them, and RavenDB's `CIRCLE(longitude latitude d=radius)`.

use super::{Area, Point};

/// How many corners a shape may have.
const MOST_CORNERS: usize = 100_000;

/// The area that a text describes; `None` if it is invalid. `unit` is the kilometres of a circle's radius
/// unit.
pub fn parse_wkt(text: &str, unit: f64) -> Option<Area> {
    let text = text.trim();
    let open = text.find('(')?;
    let name = text[..open].trim().to_ascii_uppercase();
    let inside = text[open..].strip_prefix('(')?.strip_suffix(')')?.trim();
    if text.matches(',').count() > MOST_CORNERS {
        return None;
    }
    match name.as_str() {
        "POINT" => Some(Area::Point(point(inside)?)),
        "MULTIPOINT" => {
            let points = inside.split(',').map(|part| {
                let part = part.trim();
                let bare = part.strip_prefix('(').and_then(|part| part.strip_suffix(')')).unwrap_or(part);
                point(bare).map(Area::Point)
            });
            points.collect::<Option<Vec<_>>>().map(Area::Several)
        }
        "POLYGON" => polygon(inside),
        "MULTIPOLYGON" => {
            groups(inside)?.into_iter().map(polygon).collect::<Option<Vec<_>>>().map(Area::Several)
        }
        "CIRCLE" => {
            let (centre, radius) = inside.split_once(['d', 'D'])?;
            let radius: f64 = radius.trim().strip_prefix('=')?.trim().parse().ok()?;
            let fits = radius.is_finite() && radius >= 0.0;
            fits.then_some(Area::Circle { centre: point(centre)?, radius: radius * unit })
        }
        "ENVELOPE" => {
            // West, east, north, south.
            let sides: Vec<f64> =
                inside.split(',').map(|side| side.trim().parse().ok()).collect::<Option<_>>()?;
            let [west, east, north, south] = sides.as_slice() else { return None };
            let corners = [(*south, *west), (*south, *east), (*north, *east), (*north, *west)];
            let ring = corners.into_iter().map(|(latitude, longitude)| Point::new(latitude, longitude));
            Some(Area::Polygon(vec![ring.collect::<Option<_>>()?]))
        }
        _ => None,
    }
}

/// `longitude latitude`.
fn point(text: &str) -> Option<Point> {
    let mut numbers = text.split_whitespace().map(|part| part.parse::<f64>().ok());
    let (longitude, latitude) = (numbers.next()??, numbers.next()??);
    if numbers.next().is_some() {
        return None;
    }
    Point::new(latitude, longitude)
}

fn polygon(text: &str) -> Option<Area> {
    let rings = groups(text)?.into_iter().map(|ring| {
        let mut corners = ring.split(',').map(point).collect::<Option<Vec<_>>>()?;
        if corners.len() > 1 && corners.first() == corners.last() {
            corners.pop();
        }
        (corners.len() >= 3).then_some(corners)
    });
    let rings = rings.collect::<Option<Vec<_>>>()?;
    (!rings.is_empty()).then_some(Area::Polygon(rings))
}

/// The insides of `(…), (…)`.
fn groups(text: &str) -> Option<Vec<&str>> {
    let mut found = Vec::new();
    let mut rest = text.trim();
    loop {
        let inside = rest.strip_prefix('(')?;
        let mut depth = 1;
        let end = inside.find(|c| {
            depth += match c {
                '(' => 1,
                ')' => -1,
                _ => 0,
            };
            depth == 0
        })?;
        found.push(inside[..end].trim());
        rest = inside[end + 1..].trim();
        if rest.is_empty() {
            return Some(found);
        }
        rest = rest.strip_prefix(',')?.trim();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shapes_are_read() {
        let place = Point::new(2.0, 1.0).unwrap();
        assert_eq!(parse_wkt("POINT(1 2)", 1.0), Some(Area::Point(place)));
        assert_eq!(parse_wkt(" point ( 1  2.0 ) ", 1.0), Some(Area::Point(place)));
        assert_eq!(parse_wkt("Circle(1 2 d=10)", 2.0), Some(Area::Circle { centre: place, radius: 20.0 }));
        assert!(parse_wkt("ENVELOPE(0, 2, 3, 1)", 1.0).unwrap().has(place));
        assert!(parse_wkt("MULTIPOINT((0 0), (1 2))", 1.0).unwrap().has(place));
        let several =
            "MULTIPOLYGON(((8 8, 9 8, 9 9, 8 8)), ((0 1, 2 1, 2 3, 0 3, 0 1), (5 5, 6 5, 6 6, 5 5)))";
        assert!(parse_wkt(several, 1.0).unwrap().has(place));
    }

    #[test]
    fn other_texts_are_no_shapes() {
        for text in [
            "",
            "nonsense",
            "POINT",
            "POINT()",
            "POINT(1)",
            "POINT(1 2 3)",
            "POINT(1 x)",
            "POINT(1 2",
            "POINT(200 2)",
            "POLYGON()",
            "POLYGON((1 2, 3 4))",
            "POLYGON((1 2, 3 4, 5 6)",
            "CIRCLE(1 2)",
            "CIRCLE(1 2 d=-1)",
            "CIRCLE(1 2 d=x)",
            "LINESTRING(1 2, 3 4)",
            "MULTIPOLYGON((1 2, 3 4, 5 6))",
            "POLYGON((1 2, 3 4, 5 6)))(",
            ")(",
            "POLYGON(((((((",
            "éPOINT(1 2)",
            "POINT(NaN 2)",
            "CIRCLE(1 2 d=inf)",
        ] {
            assert_eq!(parse_wkt(text, 1.0), None, "{text}");
        }
    }
}
