//! `timeseries(from …)` and `declare timeseries`.

use super::cursor::Cursor;
use crate::ast::{
    EntryKey, EntryOperand, Interpolation, Operand, OperandKind, SeriesFunction, SeriesFunctionKind,
    SeriesGroup, SeriesRange, TimeSeriesFunction, TimeSeriesQuery,
};
use crate::error::QueryError;
use crate::text::TokenKind;

/// Most arguments of a declared function, and functions of a `select`.
const MOST: usize = 64;
/// The member of an entry that often names a document.
const TAG: &str = "Tag";

impl Cursor<'_> {
    /// `timeseries(…)`; the current token is the parenthesis after the name.
    pub(super) fn time_series_method(&mut self) -> Result<TimeSeriesQuery, QueryError> {
        let open = self.advance();
        let owners = self.known.alias.iter().chain(&self.known.loaded).cloned().collect();
        let query = self.time_series_query(owners, Vec::new())?;
        self.expect_closing(&open)?;
        Ok(query)
    }

    /// `declare timeseries`; the current token is the name.
    pub(super) fn declared_time_series(&mut self) -> Result<TimeSeriesFunction, QueryError> {
        let at = self.current.at;
        let name = self.any_word("the function's name after 'declare timeseries'")?;
        let open = self.expect_symbol("(", "and the function's arguments")?;
        let mut arguments = Vec::new();
        while !self.at_symbol(")") {
            let argument_at = self.current.at;
            let argument = self.any_word("the name of an argument")?;
            if arguments.contains(&argument) || arguments.len() == MOST {
                let message = format!(
                    "The argument '{argument}' is one too many: names differ, and {MOST} are the most."
                );
                return Err(QueryError::at(argument_at, message));
            }
            arguments.push(argument);
            if !self.take_symbol(",") {
                break;
            }
        }
        self.expect_closing(&open)?;
        self.expect_symbol("{", "and the function's query")?;
        let query = self.time_series_query(arguments.clone(), arguments.clone())?;
        self.expect_symbol("}", "to end the function's query")?;
        Ok(TimeSeriesFunction { name, arguments, query, at })
    }

    /// `owners` are the names before the dot of the series's name, `arguments` those of a declared function.
    fn time_series_query(
        &mut self,
        owners: Vec<String>,
        arguments: Vec<String>,
    ) -> Result<TimeSeriesQuery, QueryError> {
        let at = self.current.at;
        if !self.take_word("from") {
            return Err(self.expected("'from' and the name of a time series"));
        }
        let (owner, name) = self.series_name(&owners)?;
        self.known.entry_names = arguments;
        let range = self.series_range()?;
        let mut tag_alias = None;
        if self.take_word("load") {
            if !self.take_word(TAG) || !self.take_word("as") {
                return Err(self.expected("'Tag as' and a name after 'load' in a time series query"));
            }
            let alias = self.any_word("a name for the document that the tag names")?;
            self.known.entry_names.push(alias.clone());
            tag_alias = Some(alias);
        }
        let condition = if self.take_word("where") { Some(self.entry_condition()?) } else { None };
        let group =
            if self.take_word("group") { Some(self.series_group(tag_alias.as_deref())?) } else { None };
        let functions = if self.take_word("select") { self.series_functions()? } else { Vec::new() };
        let scale = if self.take_word("scale") { Some(self.operand()?) } else { None };
        let offset = if self.take_word("offset") { Some(self.operand()?) } else { None };
        self.known.entry_names.clear();
        if !self.at_symbol(")") && !self.at_symbol("}") {
            return Err(self.expected(
                "the end of the time series query, or its clauses in this order: between, first or last, load, \
                 where, group by, select, scale, offset",
            ));
        }
        Ok(TimeSeriesQuery { owner, name, range, tag_alias, condition, group, functions, scale, offset, at })
    }

    fn series_name(&mut self, owners: &[String]) -> Result<(Option<String>, Operand), QueryError> {
        let at = self.current.at;
        if matches!(self.current.kind, TokenKind::Parameter(_)) {
            return Ok((None, self.operand()?));
        }
        let what = "the name of a time series after 'from'";
        let first = self.any_word(what)?;
        let text = |name: String| Operand { kind: OperandKind::Text(name), at };
        if !self.take_symbol(".") {
            return Ok((None, text(first)));
        }
        if !owners.contains(&first) {
            let message = format!(
                "The name '{first}' before the time series is not known. It must be an alias of the query or an argument."
            );
            return Err(QueryError::at(at, message));
        }
        let mut name = self.any_word(what)?;
        while self.take_symbol(".") {
            name.push('.');
            name.push_str(&self.any_word(what)?);
        }
        Ok((Some(first), text(name)))
    }

    fn series_range(&mut self) -> Result<Option<SeriesRange>, QueryError> {
        if self.take_word("between") {
            let from = self.entry_bound()?;
            if !self.take_word("and") {
                return Err(self.expected("'and' and the end of 'between'"));
            }
            return Ok(Some(SeriesRange::Between(from, self.entry_bound()?)));
        }
        if self.take_word("first") {
            return Ok(Some(SeriesRange::First(self.period()?)));
        }
        if self.take_word("last") {
            return Ok(Some(SeriesRange::Last(self.period()?)));
        }
        Ok(None)
    }

    /// A literal, a parameter or an argument.
    fn entry_bound(&mut self) -> Result<EntryOperand, QueryError> {
        match &self.current.kind {
            TokenKind::Word(word) if self.known.entry_names.contains(word) => self.entry_operand(),
            _ => self.operand().map(EntryOperand::Literal),
        }
    }

    /// `2 hours`, `2h`, `'2 hours'` or a parameter.
    pub(super) fn period(&mut self) -> Result<Operand, QueryError> {
        let at = self.current.at;
        let what = "a length of time such as '2 hours'";
        let text = match &self.current.kind {
            TokenKind::Quoted(_) | TokenKind::Parameter(_) => return self.operand(),
            TokenKind::Integer(count) => {
                let count = *count;
                self.advance();
                format!("{count} {}", self.any_word("a unit of time such as hours")?)
            }
            // `2h` is not a number.
            TokenKind::Bad(_) if self.current_text().starts_with(|c: char| c.is_ascii_digit()) => {
                let text = self.current_text().to_owned();
                self.advance();
                text
            }
            _ => return Err(self.expected(what)),
        };
        Ok(Operand { kind: OperandKind::Text(text), at })
    }

    fn series_group(&mut self, tag_alias: Option<&str>) -> Result<SeriesGroup, QueryError> {
        if !self.take_word("by") {
            return Err(self.expected("'by' after 'group'"));
        }
        let every = self.period()?;
        let mut key = None;
        if self.take_symbol(",") {
            key = Some(if self.at_word(TAG) && tag_alias != Some(TAG) {
                self.advance();
                EntryKey::Tag
            } else {
                match self.entry_operand()? {
                    EntryOperand::Named(path) if Some(path.head()) == tag_alias => EntryKey::Field(path),
                    _ => {
                        return Err(self.expected(
                            "Tag, or a field of the document given a name by 'load Tag as', as the second argument of \
                             'group by'",
                        ));
                    }
                }
            });
        }
        let mut interpolation = None;
        if self.take_word("with") {
            if !self.take_word("interpolation") {
                return Err(self.expected("'interpolation' after 'with'"));
            }
            let open = self.expect_symbol("(", "after 'interpolation'")?;
            let found = Interpolation::ALL.into_iter().find(|(_, word)| self.at_word(word));
            let Some((kind, _)) = found else {
                return Err(self.expected("linear, nearest, last or next"));
            };
            self.advance();
            self.expect_closing(&open)?;
            interpolation = Some(kind);
        }
        Ok(SeriesGroup { every, key, interpolation })
    }

    fn series_functions(&mut self) -> Result<Vec<SeriesFunction>, QueryError> {
        let mut functions = Vec::new();
        let what = "one of min(), max(), sum(), average(), first(), last(), count(), percentile(), slope() and stddev()";
        loop {
            let at = self.current.at;
            let kind = match &self.current.kind {
                TokenKind::Word(word) => SeriesFunctionKind::named(word),
                _ => None,
            };
            let Some(kind) = kind.filter(|_| functions.len() < MOST) else { return Err(self.expected(what)) };
            self.advance();
            let open = self.expect_symbol("(", "after the function's name")?;
            let argument = match &self.current.kind {
                TokenKind::Symbol(")") => None,
                // A name, as in `max(Value)`, says nothing: a function is about all values.
                TokenKind::Word(_) if kind != SeriesFunctionKind::Percentile => {
                    self.advance();
                    None
                }
                _ => Some(self.operand()?),
            };
            self.expect_closing(&open)?;
            let alias = if self.take_word("as") { Some(self.result_name()?) } else { None };
            functions.push(SeriesFunction { kind, argument, alias, at });
            if !self.take_symbol(",") {
                return Ok(functions);
            }
        }
    }

    /// A word or quoted text, whatever it says.
    pub(super) fn any_word(&mut self, what: &str) -> Result<String, QueryError> {
        match &self.current.kind {
            TokenKind::Word(text) | TokenKind::Quoted(text) => {
                let text = text.clone();
                self.advance();
                Ok(text)
            }
            _ => Err(self.expected(what)),
        }
    }
}
