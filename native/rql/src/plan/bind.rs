//! Binding of the values in the query text and its parameters.

use std::collections::BTreeSet;
use std::ops::Bound as Edge;

use serde_json::{Map, Value};

use super::matches::{Between, Bound, Match, Membership, Needle};
use super::reading::{Reading, Readings};
use crate::ast::{Comparison, Field, Operand, OperandKind, Predicate, SearchOperator, Test};
use crate::error::QueryError;
use crate::request::QueryRequest;
use crate::search::{Search, parse_lucene};
use crate::values::{Folded, fold, instant};

/// How text is compared with a field.
#[derive(Debug, Clone, Copy)]
struct Comparing {
    /// With its case; never so for ids.
    exact: bool,
    /// As it is written, with the small letters of an index.
    kept: bool,
    /// As an instant, where it is a date; never so for ids.
    dates: bool,
}

/// Knows the parameters.
pub(crate) struct Binder<'a> {
    parameters: &'a Map<String, Value>,
    /// Compare-exchange values by key, where they can be read.
    compare_exchange: Option<&'a Map<String, Value>>,
    /// How the queried index reads its fields.
    readings: Option<Readings<'a>>,
}

impl<'a> Binder<'a> {
    pub(crate) fn new(parameters: &'a Map<String, Value>) -> Self {
        Self { parameters, compare_exchange: None, readings: None }
    }

    /// For a request, with the compare-exchange values that were read for it.
    pub(crate) fn of(request: &'a QueryRequest) -> Self {
        Self { compare_exchange: Some(&request.compare_exchange), ..Self::new(&request.parameters) }
    }

    /// The same for an index that reads its fields so.
    pub(crate) fn reading(self, readings: Option<Readings<'a>>) -> Self {
        Self { readings, ..self }
    }

    /// How the index reads a field; as documents are read without an index.
    pub(super) fn reading_of(&self, field: &Field) -> Reading {
        Reading::of(field, self.readings)
    }

    /// The operand's value.
    pub(crate) fn json(&self, operand: &Operand) -> Result<Value, QueryError> {
        Ok(match &operand.kind {
            OperandKind::Null => Value::Null,
            OperandKind::Bool(value) => (*value).into(),
            OperandKind::Integer(value) => (*value).into(),
            OperandKind::Double(value) => (*value).into(),
            OperandKind::Text(value) => value.clone().into(),
            // Only `filter` compares with fields, and it reads them from the document.
            OperandKind::Field(field) => {
                return Err(invalid(operand, format!("'{field}' is a field; a value is needed here.")));
            }
            OperandKind::CompareExchange(key) => {
                let key = self.compare_exchange_key(key)?;
                match self.compare_exchange.and_then(|values| values.get(&key)) {
                    Some(value) => value.clone(),
                    None => {
                        return Err(invalid(operand, "Compare-exchange values cannot be read here.".into()));
                    }
                }
            }
            OperandKind::Parameter(name) => match self.parameters.get(name) {
                Some(value) => value.clone(),
                None => {
                    return Err(invalid(
                        operand,
                        format!("The query uses ${name}, but no value was given for it."),
                    ));
                }
            },
        })
    }

    /// The key in `cmpxchg(key)`.
    pub(crate) fn compare_exchange_key(&self, key: &Operand) -> Result<String, QueryError> {
        match self.json(key)? {
            Value::String(key) => Ok(key),
            other => Err(invalid(key, format!("cmpxchg() requires a key, not {}.", kind_of(&other)))),
        }
    }

    pub(crate) fn predicate(&self, test: &Test) -> Result<Match, QueryError> {
        let is_id = test.field == Field::Id;
        let reading = Reading::of(&test.field, self.readings);
        // An index that stores only lower case is compared with the unfolded value.
        let kept = test.exact && !is_id && reading.has_small_letters();
        let exact = (test.exact || reading.is_exact()) && !is_id && !kept;
        let how = Comparing { exact, kept, dates: !is_id };
        let (analyzer, target) = reading.search();
        Ok(match &test.predicate {
            Predicate::Compare(Comparison::Equal, value) => Match::Equal(self.needle(value, how)?),
            Predicate::Compare(Comparison::NotEqual, value) => Match::NotEqual(self.needle(value, how)?),
            Predicate::Compare(comparison, value) => {
                let bound = self.bound(value, how)?;
                Match::Between(match comparison {
                    Comparison::Less => Between { low: Edge::Unbounded, high: Edge::Excluded(bound) },
                    Comparison::LessOrEqual => Between { low: Edge::Unbounded, high: Edge::Included(bound) },
                    Comparison::Greater => Between { low: Edge::Excluded(bound), high: Edge::Unbounded },
                    _ => Between { low: Edge::Included(bound), high: Edge::Unbounded },
                })
            }
            Predicate::Between(low, high) => self.between(low, high, how)?,
            Predicate::In(values) => Match::In(self.membership(values, how)?),
            Predicate::AllIn(values) => {
                let mut needles = Vec::new();
                for value in self.flattened(values)? {
                    needles.push(needle(value.0, &value.1, how)?);
                }
                let Some(_) = needles.first() else {
                    return Err(QueryError::at(test.at, "'all in ()' needs at least one value."));
                };
                Match::AllIn(needles)
            }
            Predicate::StartsWith(value) => Match::StartsWith(self.text_needle(value, how, "startsWith")?),
            Predicate::EndsWith(value) => Match::EndsWith(self.text_needle(value, how, "endsWith")?),
            Predicate::Exists => Match::Exists,
            Predicate::Search { terms, operator, proximity } => {
                let text = self.text(terms, "search")?;
                let search = match proximity {
                    None => Search::of_text(&text, *operator == SearchOperator::And, analyzer),
                    Some(distance) => Search::near(&text, self.places(distance)?, analyzer),
                };
                Match::Search(Search { target, ..search })
            }
            Predicate::Regex(pattern) => Match::Regex(self.regex(pattern)?),
            Predicate::Lucene(expression) => {
                let text = self.text(expression, "lucene")?;
                let search = parse_lucene(&text, analyzer).map_err(|error| invalid(expression, error.0))?;
                Match::Search(Search { target, ..search })
            }
            Predicate::Fuzzy { text, similarity } => Match::Fuzzy {
                text: fold(&self.text(text, "fuzzy")?),
                similarity: self.between_numbers(similarity, "The similarity of fuzzy()", 0.0, 1.0)?,
            },
            Predicate::Spatial { relation, shape, .. } => Match::Spatial {
                relation: *relation,
                area: self.area(shape, reading.unit())?,
                longitude: None,
            },
        })
    }

    /// The folded ids, or `None` when a value cannot be an id.
    pub(crate) fn ids(&self, values: &[Operand]) -> Option<BTreeSet<String>> {
        let values = self.flattened(values).ok()?;
        values.into_iter().map(|(_, value)| value.as_str().map(fold)).collect()
    }

    fn needle(&self, operand: &Operand, how: Comparing) -> Result<Needle, QueryError> {
        needle(operand, &self.json(operand)?, how)
    }

    fn text_needle(&self, operand: &Operand, how: Comparing, method: &str) -> Result<Needle, QueryError> {
        match self.json(operand)? {
            Value::String(text) => Ok(text_needle(&text, how)),
            other => {
                let given = kind_of(&other);
                Err(invalid(
                    operand,
                    format!("{method}() requires text, but its second argument is {given}."),
                ))
            }
        }
    }

    fn bound(&self, operand: &Operand, how: Comparing) -> Result<Bound, QueryError> {
        let value = self.json(operand)?;
        match needle(operand, &value, how)? {
            Needle::Number(number) => Ok(Bound::Number(number)),
            Needle::Text { instant: Some(instant), .. } => Ok(Bound::Instant(instant)),
            Needle::Text { exact, folded, .. } => Ok(Bound::Text { exact, folded }),
            Needle::Null | Needle::Nothing => {
                let given = kind_of(&value);
                Err(invalid(
                    operand,
                    format!("{given} has no order. Compare with text or a number, or use = and !=."),
                ))
            }
        }
    }

    fn between(&self, low: &Operand, high: &Operand, how: Comparing) -> Result<Match, QueryError> {
        let bounds = match (self.bound(low, how)?, self.bound(high, how)?) {
            (Bound::Instant(_), high @ Bound::Text { .. }) => (self.as_text(low, how)?, high),
            (low @ Bound::Text { .. }, Bound::Instant(_)) => (low, self.as_text(high, how)?),
            pair => pair,
        };
        if matches!(bounds.0, Bound::Number(_)) != matches!(bounds.1, Bound::Number(_)) {
            return Err(invalid(
                high,
                "The two ends of 'between' must be of one kind: two numbers or two texts.".into(),
            ));
        }
        Ok(Match::Between(Between { low: Edge::Included(bounds.0), high: Edge::Included(bounds.1) }))
    }

    fn as_text(&self, operand: &Operand, how: Comparing) -> Result<Bound, QueryError> {
        Ok(match self.needle(operand, how)? {
            Needle::Text { exact, folded, .. } => Bound::Text { exact, folded },
            _ => self.bound(operand, how)?,
        })
    }

    fn membership(&self, values: &[Operand], how: Comparing) -> Result<Membership, QueryError> {
        let mut members = Membership { exact: how.exact, ..Membership::default() };
        for (operand, value) in self.flattened(values)? {
            match needle(operand, &value, how)? {
                Needle::Null => members.null = true,
                Needle::Number(number) => members.numbers.push(number),
                Needle::Text { exact: Some(text), .. } => {
                    members.texts.insert(text);
                }
                Needle::Text { folded, .. } => {
                    members.texts.insert(folded.as_str().to_owned());
                }
                Needle::Nothing => {}
            }
        }
        members.numbers.sort_by(|a, b| crate::values::compare_numbers(*a, *b));
        Ok(members)
    }

    /// The values of a list; a parameter that is an array gives its elements, at any depth.
    pub(super) fn flattened<'o>(
        &self,
        operands: &'o [Operand],
    ) -> Result<Vec<(&'o Operand, Value)>, QueryError> {
        let mut values = Vec::new();
        for operand in operands {
            let mut waiting = vec![self.json(operand)?];
            while let Some(value) = waiting.pop() {
                match value {
                    Value::Array(elements) => waiting.extend(elements.into_iter().rev()),
                    other => values.push((operand, other)),
                }
            }
        }
        Ok(values)
    }
}

fn needle(operand: &Operand, value: &Value, how: Comparing) -> Result<Needle, QueryError> {
    Ok(match value {
        Value::Null => Needle::Null,
        Value::Bool(value) => text_needle(if *value { "true" } else { "false" }, how),
        Value::Number(number) => Needle::Number(number.into()),
        Value::String(text) => text_needle(text, how),
        Value::Object(_) => Needle::Nothing,
        Value::Array(_) if matches!(operand.kind, OperandKind::CompareExchange(_)) => Needle::Nothing,
        Value::Array(_) => {
            return Err(invalid(
                operand,
                "One value is needed here, but the parameter is an array. Use 'in'.".into(),
            ));
        }
    })
}

fn text_needle(text: &str, how: Comparing) -> Needle {
    Needle::Text {
        exact: how.exact.then(|| text.to_owned()),
        folded: if how.kept { Folded::kept(text) } else { Folded::new(text) },
        instant: if how.dates { instant(text) } else { None },
    }
}

pub(super) fn kind_of(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "a boolean",
        Value::Number(_) => "a number",
        Value::String(_) => "text",
        Value::Array(_) => "an array",
        Value::Object(_) => "an object",
    }
}

pub(super) fn invalid(operand: &Operand, message: String) -> QueryError {
    QueryError::at(operand.at, message)
}
