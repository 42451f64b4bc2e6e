//! The parts of RQL that are recognised and refused by name, each with what to do instead.

use super::cursor::Cursor;
use crate::ast::Position;
use crate::error::{QueryError, UnsupportedError};
use crate::text::{TokenKind, excerpt_with_caret};

/// What to do about everything that has no better advice.
const ON_A_SERVER: &str = "Run this query on a RavenDB server, or leave that part out.";

/// Methods in conditions and on the right side of a comparison.
const CONDITION_METHODS: [(&str, &str); 17] = [
    ("search", "Use '=' for whole values, or startsWith() and endsWith() for parts of them."),
    ("lucene", "Use '=', startsWith() and endsWith()."),
    ("regex", "Use startsWith() and endsWith()."),
    ("boost", "There is no scoring here: leave boost() out and keep its condition."),
    ("fuzzy", "Use '=' or startsWith()."),
    ("proximity", "Use '='."),
    ("intersect", "Join the conditions with 'and'."),
    ("morelikethis", ON_A_SERVER),
    ("cmpxchg", ON_A_SERVER),
    ("now", "Give the date as text or as a parameter."),
    ("today", "Give the date as text or as a parameter."),
    ("last", "Give the date as text or as a parameter."),
    ("spatial.within", ON_A_SERVER),
    ("spatial.contains", ON_A_SERVER),
    ("spatial.disjoint", ON_A_SERVER),
    ("spatial.intersects", ON_A_SERVER),
    ("vector.search", ON_A_SERVER),
];

/// Methods in the select clause.
const SELECT_METHODS: [&str; 14] = [
    "count",
    "sum",
    "avg",
    "average",
    "min",
    "max",
    "key",
    "facet",
    "suggest",
    "counter",
    "counterraw",
    "timeseries",
    "getmetadata",
    "array",
];

/// Methods in the order by clause.
const ORDER_METHODS: [&str; 8] =
    ["random", "score", "custom", "count", "sum", "key", "spatial.distance", "vector.distance"];

/// Methods in the include clause.
const INCLUDE_METHODS: [&str; 6] =
    ["counters", "timeseries", "revisions", "cmpxchg", "explanations", "highlight"];

/// Which clause a method stands in.
#[derive(Clone, Copy)]
pub(super) enum MethodPlace {
    Condition,
    Select,
    Order,
    Include,
}

impl Cursor<'_> {
    /// The error that names a construct of RQL which is not answered here yet.
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

    /// Whole statements that are not a plain query.
    pub(super) fn refuse_other_statements(&self) -> Result<(), QueryError> {
        let TokenKind::Word(word) = &self.current.kind else { return Ok(()) };
        let refused = match word.to_ascii_lowercase().as_str() {
            "declare" => ("declare function", "Select plain fields instead of calling a function."),
            "match" | "with" => ("graph queries", "RavenDB itself has dropped them since version 6."),
            "update" => ("update", "Save the documents one by one, or run this query on a RavenDB server."),
            _ => return Ok(()),
        };
        Err(self.refuse_current(refused.0, refused.1))
    }

    /// Clauses that may stand between those answered here.
    pub(super) fn refuse_other_clauses(&self) -> Result<(), QueryError> {
        let TokenKind::Word(word) = &self.current.kind else { return Ok(()) };
        let refused = match word.to_ascii_lowercase().as_str() {
            "group" => {
                ("group by", "Query the documents and group them outside, or run it on a RavenDB server.")
            }
            "load" => ("load", "Use 'include' to have the related documents sent along."),
            "update" => ("update", "Save the documents one by one, or run this query on a RavenDB server."),
            "filter" => ("filter", "Write the condition in 'where': every query here is a scan already."),
            "filter_limit" => ("filter_limit", "Leave it out: 'filter' is not answered either."),
            _ => return Ok(()),
        };
        Err(self.refuse_current(refused.0, refused.1))
    }

    /// A method that is not answered where it stands: refused by name when RQL has it, else not RQL. The current
    /// token is the parenthesis after the name.
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
            MethodPlace::Include if INCLUDE_METHODS.contains(&lower.as_str()) => {
                Some("Include paths to related documents, or timings().")
            }
            _ => None,
        };
        if let Some(advice) = advice {
            return self.refuse(at, length, &construct, advice);
        }
        let known = match place {
            MethodPlace::Condition => "startsWith(), endsWith(), exists(), exact() and id()",
            MethodPlace::Select | MethodPlace::Order => "id()",
            MethodPlace::Include => "timings()",
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
