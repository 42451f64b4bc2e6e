//! Fields: what a comparison, a sort key or a projection reads. `id()`, groups, loaded documents.

use super::cursor::Cursor;
use super::path::ReadPath;
use super::refusal::MethodPlace;
use crate::ast::{Aggregate, Field, Path, Position, Segment};
use crate::error::QueryError;

impl Cursor<'_> {
    /// A path, `id()` or a value of a group. Other methods are refused.
    pub(super) fn field(&mut self, what: &str, place: MethodPlace) -> Result<(Field, Position), QueryError> {
        if !self.at_field() {
            return Err(self.expected(what));
        }
        let read = self.path()?;
        let at = read.at;
        if self.at_symbol("(") {
            let name = read.path.to_string();
            return match self.field_method(&name)? {
                Some(field) => Ok((field, at)),
                None => Err(self.refuse_method(&name, at, place)),
            };
        }
        Ok((self.resolved(read), at))
    }

    /// A path whose first name was given by `load` reads the loaded document.
    pub(super) fn resolved(&self, read: ReadPath) -> Field {
        let mut path = read.path;
        if !read.qualified && self.known.loaded.iter().any(|alias| alias == path.head()) {
            // `x[].y` of several loaded documents reads the same as `x.y`.
            let Segment::Field(alias) = path.segments.remove(0) else { return Field::Path(path) };
            return Field::Loaded { alias, path };
        }
        Field::Path(path)
    }

    /// `id()`, `key()`, `count()` and `sum(path)`; the current token is the parenthesis after the name.
    /// Nothing is read of other methods.
    pub(super) fn field_method(&mut self, name: &str) -> Result<Option<Field>, QueryError> {
        if name.eq_ignore_ascii_case("id") {
            return self.id_arguments().map(Some);
        }
        if !self.known.grouped {
            return Ok(None);
        }
        Ok(Some(Field::Group(match name.to_ascii_lowercase().as_str() {
            "key" => self.no_arguments(name, Aggregate::Key)?,
            "count" => self.no_arguments(name, Aggregate::Count)?,
            "sum" => {
                self.advance();
                if !self.at_field() {
                    return Err(self.expected("a field to add up in sum()"));
                }
                let path = self.path()?.path;
                self.expect_symbol(")", "to close sum()")?;
                Aggregate::Sum(path)
            }
            _ => return Ok(None),
        })))
    }

    /// `()` after a method; the current token is the opening one.
    pub(super) fn no_arguments<T>(&mut self, name: &str, value: T) -> Result<T, QueryError> {
        self.advance();
        self.expect_symbol(")", &format!("to close {name}()"))?;
        Ok(value)
    }

    /// The parentheses of `id()` or `id(alias)`; the current token is the opening one.
    fn id_arguments(&mut self) -> Result<Field, QueryError> {
        self.advance();
        let mut field = Field::Id;
        if self.at_field() {
            let start = self.current.clone();
            let read = self.path()?;
            let is_alias = read.is_alias;
            match self.resolved(read) {
                _ if is_alias => {}
                Field::Loaded { alias, path } if path.segments.is_empty() => {
                    let names = ["@metadata", "@id"].map(|name| Segment::Field(name.to_owned()));
                    field = Field::Loaded { alias, path: Path { segments: names.to_vec() } };
                }
                _ => {
                    let message = "id() takes no argument, or the alias of the from clause, as in: from Orders as o where id(o) = 'orders/1'.";
                    return Err(self.parse_error(&start, "')' or the alias".into(), message.into()));
                }
            }
        }
        self.expect_symbol(")", "to close id()")?;
        Ok(field)
    }
}
