//! The `group by` clause.

use super::cursor::Cursor;
use crate::ast::GroupKey;
use crate::error::QueryError;

impl Cursor<'_> {
    /// Everything after `group`.
    pub(super) fn group_by_clause(&mut self) -> Result<Vec<GroupKey>, QueryError> {
        if !self.take_word("by") {
            return Err(self.expected("'by' after 'group'"));
        }
        self.known.grouped = true;
        let mut keys = Vec::new();
        loop {
            let at = self.current.at;
            let array = self.at_method("array");
            if array {
                self.advance();
                self.advance();
            }
            if !self.at_field() {
                return Err(self.expected("a field to group by"));
            }
            let path = self.path()?.path;
            if array {
                self.expect_symbol(")", "to close array()")?;
            } else if self.at_symbol("(") {
                return Err(self.expected("a field to group by, or array(field)"));
            }
            let alias = if self.take_word("as") { Some(self.result_name()?) } else { None };
            keys.push(GroupKey { path, array, alias, at });
            if !self.take_symbol(",") {
                return Ok(keys);
            }
        }
    }
}
