//! `limit take`, `limit skip, take`, `offset skip` and `filter_limit count`.

use super::cursor::Cursor;
use crate::ast::Paging;
use crate::error::QueryError;

impl Cursor<'_> {
    pub(super) fn paging_clauses(&mut self) -> Result<Paging, QueryError> {
        let mut paging = Paging::default();
        self.filter_limit(&mut paging)?;
        if self.take_word("limit") {
            let first = self.operand()?;
            if self.take_symbol(",") {
                paging.skip = Some(first);
                paging.take = Some(self.operand()?);
            } else {
                paging.take = Some(first);
            }
        }
        if self.at_word("offset") {
            if paging.skip.is_some() {
                let message = "'offset' cannot follow 'limit skip, take': the skip is given twice.";
                return Err(self.parse_error(&self.current, "the end of the query".into(), message.into()));
            }
            self.advance();
            paging.skip = Some(self.operand()?);
        }
        self.filter_limit(&mut paging)?;
        Ok(paging)
    }

    fn filter_limit(&mut self, paging: &mut Paging) -> Result<(), QueryError> {
        if paging.filter_limit.is_none() && self.take_word("filter_limit") {
            paging.filter_limit = Some(self.operand()?);
        }
        Ok(())
    }
}
