//! The parts of RQL that are recognised and refused by name, each with what to do instead.

use super::cursor::Cursor;
use crate::ast::Position;
use crate::error::{QueryError, UnsupportedError};
use crate::text::{TokenKind, excerpt_with_caret};

/// What to do about everything that has no better advice.
const ON_A_SERVER: &str = "Run this query on a RavenDB server, or leave that part out.";

/// Methods in conditions and on the right side of a comparison.
const CONDITION_METHODS: [(&str, &str); 8] = [
    ("cmpxchg", "Compare a field with it: Name = cmpxchg('key')."),
    ("now", "Give the date as text or as a parameter."),
    ("today", "Give the date as text or as a parameter."),
    ("last", "Give the date as text or as a parameter."),
    ("key", WITHOUT_GROUPS),
    ("count", WITHOUT_GROUPS),
    ("sum", WITHOUT_GROUPS),
    ("vector.search", ON_A_SERVER),
];

/// The advice for group values outside of `group by`.
const WITHOUT_GROUPS: &str = "It needs a 'group by'.";

/// Methods in the select clause.
const SELECT_METHODS: [&str; 10] =
    ["count", "sum", "avg", "average", "min", "max", "key", "counter", "counterraw", "getmetadata"];

/// Methods in the order by clause.
const ORDER_METHODS: [&str; 5] = ["custom", "count", "sum", "key", "vector.distance"];

/// The clause that a method is in.
#[derive(Clone, Copy)]
pub(super) enum MethodPlace {
    Condition,
    Select,
    Order,
    Include,
    Load,
}

impl Cursor<'_> {
    /// The error for a construct of RQL that is not supported yet.
    pub(super) fn refuse(&self, at: Position, length: usize, construct: &str, advice: &str) -> QueryError {
        QueryError::Unsupported(Box::new(UnsupportedError {
            line: at.line,
            column: at.column,
            construct: construct.to_owned(),
            advice: advice.to_owned(),
            excerpt: excerpt_with_caret(self.query, at, length),
        }))
    }

    /// The current token refused by name.
    pub(super) fn refuse_current(&self, construct: &str, advice: &str) -> QueryError {
        self.refuse(self.current.at, self.current_text().chars().count(), construct, advice)
    }

    /// Whole statements that are not a query.
    pub(super) fn refuse_other_statements(&self) -> Result<(), QueryError> {
        if self.at_word("match") || self.at_word("with") {
            return Err(
                self.refuse_current("graph queries", "RavenDB itself has dropped them since version 6.")
            );
        }
        if self.at_word("update") {
            let message = "'update' comes last: from Orders where … update { this.Paid = true }.";
            return Err(self.parse_error(&self.current, "'from' and a collection".into(), message.into()));
        }
        Ok(())
    }

    /// A method that this clause does not support: refused by name if RQL has it, otherwise a syntax error.
    /// The current token is the parenthesis after the name.
    pub(super) fn refuse_method(&self, name: &str, at: Position, place: MethodPlace) -> QueryError {
        let lower = name.to_ascii_lowercase();
        let construct = format!("{name}()");
        let length = name.chars().count();
        let advice = match place {
            MethodPlace::Condition => {
                CONDITION_METHODS.iter().find(|(method, _)| *method == lower).map(|(_, advice)| *advice)
            }
            MethodPlace::Select if SELECT_METHODS.contains(&lower.as_str()) => {
                Some("Select plain fields and work out the rest from the results.")
            }
            MethodPlace::Order if ORDER_METHODS.contains(&lower.as_str()) => {
                Some("Order by fields or by id().")
            }
            _ => None,
        };
        if let Some(advice) = advice {
            return self.refuse(at, length, &construct, advice);
        }
        let known = match place {
            MethodPlace::Condition => {
                "startsWith(), endsWith(), search(), regex(), lucene(), fuzzy(), proximity(), boost(), intersect(), moreLikeThis(), exists(), exact(), id() and spatial.within() and its kin"
            }
            MethodPlace::Select => {
                "id(), spatial.distance(), timeseries(), facet(), suggest() and declared functions"
            }
            MethodPlace::Order => "id(), score(), random() and spatial.distance()",
            MethodPlace::Load => "id()",
            MethodPlace::Include => {
                "timings(), explanations(), highlight(), counters(), timeseries(), revisions() and cmpxchg()"
            }
        };
        let token = crate::text::Token {
            kind: TokenKind::Word(name.to_owned()),
            at,
            start: self.current.start.saturating_sub(name.len()).min(self.query.len()),
            end: self.current.start,
        };
        let message = format!("RQL has no method '{construct}' here. Known are {known}.");
        self.parse_error(&token, format!("one of {known}"), message)
    }
}
