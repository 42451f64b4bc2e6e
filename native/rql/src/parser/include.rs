//! The `include` clause.

use super::cursor::Cursor;
use super::refusal::MethodPlace;
use crate::ast::Include;
use crate::error::QueryError;

impl Cursor<'_> {
    /// Everything after `include`.
    pub(super) fn include_clause(&mut self) -> Result<Vec<Include>, QueryError> {
        let mut items = Vec::new();
        loop {
            if !self.at_field() {
                return Err(self.expected("timings() or a path to related documents after 'include'"));
            }
            let read = self.path()?;
            let item = if self.at_symbol("(") {
                let name = read.path.to_string();
                if !name.eq_ignore_ascii_case("timings") {
                    return Err(self.refuse_method(&name, read.at, MethodPlace::Include));
                }
                self.advance();
                self.expect_symbol(")", "to close timings()")?;
                Include::Timings
            } else {
                Include::Path(read.path)
            };
            if !items.contains(&item) {
                items.push(item);
            }
            if !self.take_symbol(",") {
                return Ok(items);
            }
        }
    }
}
