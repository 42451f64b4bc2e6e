//! Paths of requests.

use super::names::Names;
use super::words::ROUTES;

/// The path with known words of routes; the segment after `databases` is a database. A query string is left out.
pub fn mask(path: &str, names: &mut Names) -> String {
    let path = path.split(['?', '#']).next().unwrap_or_default();
    let mut before = "";
    let mut segments = Vec::new();
    for segment in path.split('/') {
        segments.push(match segment {
            "" => String::new(),
            name if before == "databases" => names.replace("database", name),
            known if ROUTES.contains(&known) => known.to_owned(),
            other => names.known(other).map_or_else(|| "…".to_owned(), str::to_owned),
        });
        before = segment;
    }
    segments.join("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn segments_that_no_route_has_are_replaced() {
        let mut names = Names::default();
        assert_eq!(mask("/databases/shop/docs?id=orders/1-A", &mut names), "/databases/database-1/docs");
        assert_eq!(mask("/databases/shop/queries/orders", &mut names), "/databases/database-1/queries/…");
        assert_eq!(mask("/studio/index.html", &mut names), "/studio/…");
    }
}
