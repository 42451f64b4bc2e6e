//! Spatial methods: relations, places, shapes, distances.

use super::cursor::Cursor;
use crate::ast::{Distance, Expr, Field, Path, Position, Predicate, Relation, Shape, SpatialField, Test};
use crate::error::QueryError;
use crate::text::{Token, TokenKind};

const SHAPE: &str =
    "a shape: spatial.circle(radius, latitude, longitude[, units]) or spatial.wkt(text[, units])";

impl Cursor<'_> {
    /// The relation whose method has this name in lower case.
    pub(super) fn relation(lower: &str) -> Option<Relation> {
        [Relation::Within, Relation::Contains, Relation::Intersects, Relation::Disjoint]
            .into_iter()
            .find(|relation| relation.method() == lower)
    }

    /// `(field, shape[, error])`; the current token is the opening parenthesis.
    pub(super) fn spatial_method(&mut self, relation: Relation, at: Position) -> Result<Expr, QueryError> {
        let open = self.advance();
        let place = self.place()?;
        self.expect_symbol(",", &format!("and a shape in {}()", relation.method()))?;
        let shape = Box::new(self.shape(false)?);
        let error = if self.take_symbol(",") { Some(self.operand()?) } else { None };
        self.expect_closing(&open)?;
        let predicate = Predicate::Spatial { relation, shape, error };
        Ok(Expr::Test(Test { field: Field::Place(place), predicate, exact: self.exact, at }))
    }

    /// `(field, point or shape[, rounding])`; the current token is the opening parenthesis.
    pub(super) fn distance(&mut self) -> Result<Distance, QueryError> {
        let open = self.advance();
        let mut from = self.place()?;
        self.expect_symbol(",", "and a point in spatial.distance()")?;
        let to = match from {
            // `spatial.distance(x.Latitude, x.Longitude, 48.9, 2.3)`, as a select list may have it.
            SpatialField::Name(latitude) if self.at_second_coordinate() => {
                let longitude = self.coordinate("longitude")?;
                from = SpatialField::Point { latitude, longitude };
                self.expect_symbol(",", "and the latitude of the point")?;
                let latitude = self.operand()?;
                self.expect_symbol(",", "and the longitude of the point")?;
                Shape::Point { latitude, longitude: self.operand()? }
            }
            _ => self.shape(true)?,
        };
        let rounding = if self.take_symbol(",") { Some(self.operand()?) } else { None };
        self.expect_closing(&open)?;
        Ok(Distance { from, to, rounding })
    }

    /// A path that is not the name of a method: shapes are all of the `spatial` family.
    fn at_second_coordinate(&self) -> bool {
        self.at_field() && !(self.at_word("spatial") && matches!(self.peek(), TokenKind::Symbol(".")))
    }

    fn place(&mut self) -> Result<SpatialField, QueryError> {
        let what = "a spatial field, spatial.point(latitude, longitude) or spatial.wkt(field)";
        if !self.at_field() {
            return Err(self.expected(what));
        }
        if let Some(place) = self.quoted_place() {
            self.advance();
            return Ok(place);
        }
        let start = self.current.clone();
        let read = self.path()?;
        if !self.at_symbol("(") {
            return Ok(SpatialField::Name(read.path));
        }
        match read.path.to_string().to_ascii_lowercase().as_str() {
            "spatial.point" => {
                let open = self.advance();
                let latitude = self.coordinate("latitude")?;
                self.expect_symbol(",", "and the field with the longitude")?;
                let longitude = self.coordinate("longitude")?;
                self.expect_closing(&open)?;
                Ok(SpatialField::Point { latitude, longitude })
            }
            "spatial.wkt" => {
                let open = self.advance();
                let path = self.coordinate("shape in well-known text")?;
                self.expect_closing(&open)?;
                Ok(SpatialField::Wkt(path))
            }
            _ => Err(self.not_a(&start, what)),
        }
    }

    /// `'spatial.point(Latitude, Longitude)'`: clients quote the method as if it were a field's name.
    fn quoted_place(&self) -> Option<SpatialField> {
        let TokenKind::Quoted(text) = &self.current.kind else { return None };
        if !text.starts_with("spatial.") {
            return None;
        }
        let mut inside = Cursor::new(text);
        inside.known = self.known.clone();
        let place = inside.place().ok()?;
        let whole = inside.current.kind == TokenKind::End && !matches!(place, SpatialField::Name(_));
        whole.then_some(place)
    }

    fn coordinate(&mut self, what: &str) -> Result<Path, QueryError> {
        if !self.at_field() {
            return Err(self.expected(&format!("the field with the {what}")));
        }
        Ok(self.path()?.path)
    }

    fn shape(&mut self, may_be_point: bool) -> Result<Shape, QueryError> {
        if !matches!(self.current.kind, TokenKind::Word(_)) {
            return Err(self.expected(SHAPE));
        }
        let start = self.current.clone();
        let name = self.path()?.path.to_string().to_ascii_lowercase();
        if !self.at_symbol("(") {
            return Err(self.not_a(&start, SHAPE));
        }
        let open = self.current.clone();
        let shape = match name.as_str() {
            "spatial.circle" => {
                self.advance();
                let radius = self.operand()?;
                self.expect_symbol(",", "and the latitude of the centre")?;
                let latitude = self.operand()?;
                self.expect_symbol(",", "and the longitude of the centre")?;
                let longitude = self.operand()?;
                let units = if self.take_symbol(",") { Some(self.operand()?) } else { None };
                Shape::Circle { radius, latitude, longitude, units }
            }
            "spatial.wkt" => {
                self.advance();
                let text = self.operand()?;
                let units = if self.take_symbol(",") { Some(self.operand()?) } else { None };
                Shape::Wkt { text, units }
            }
            "spatial.point" if may_be_point => {
                self.advance();
                let latitude = self.operand()?;
                self.expect_symbol(",", "and the longitude")?;
                Shape::Point { latitude, longitude: self.operand()? }
            }
            _ => return Err(self.not_a(&start, SHAPE)),
        };
        self.expect_closing(&open)?;
        Ok(shape)
    }

    fn not_a(&self, token: &Token, what: &str) -> QueryError {
        let found = self.query.get(token.start..token.end).unwrap_or("");
        self.parse_error(token, what.to_owned(), format!("Expected {what}, but found '{found}'."))
    }
}
