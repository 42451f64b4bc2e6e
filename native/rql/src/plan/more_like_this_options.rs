//! The arguments of `moreLikeThis`: the values of a document, and the options that select words.

use serde_json::{Map, Value};

use super::bind::{Binder, invalid, kind_of};
use crate::ast::Operand;
use crate::error::QueryError;
use crate::values::number_text;

/// Words to search for at most by default.
const WORDS: usize = 25;

/// Selects the words. A limit of 0 means no limit where 0 would make no sense.
#[derive(Debug, Clone, PartialEq)]
pub struct MoreLikeThisOptions {
    /// How often a word is in the base document at least.
    pub min_term_frequency: u64,
    /// How many entries have the word at least.
    pub min_document_frequency: u64,
    /// How many entries have the word at most.
    pub max_document_frequency: Option<u64>,
    /// The percentage of entries that have the word at most.
    pub max_document_frequency_percent: Option<u64>,
    /// So many words at most, the best ones.
    pub words: Option<usize>,
    /// Letters of a word at least.
    pub min_word_length: u64,
    /// Letters of a word at most.
    pub max_word_length: Option<u64>,
    /// Boost of the best word; others are boosted in proportion to their weight. `None`: no boosts.
    pub boost: Option<f64>,
    /// The document with words that do not count.
    pub stop_words: Option<String>,
    /// The fields to compare; all if empty.
    pub fields: Vec<String>,
}

impl Default for MoreLikeThisOptions {
    fn default() -> Self {
        Self {
            min_term_frequency: 0,
            min_document_frequency: 0,
            max_document_frequency: None,
            max_document_frequency_percent: None,
            words: Some(WORDS),
            min_word_length: 0,
            max_word_length: None,
            boost: None,
            stop_words: None,
            fields: Vec::new(),
        }
    }
}

pub(super) fn document(operand: &Operand, binder: &Binder<'_>) -> Result<Map<String, Value>, QueryError> {
    match binder.json(operand)? {
        Value::Object(members) => Ok(members),
        Value::String(text) => serde_json::from_str(&text).map_err(|error| {
            let message = format!("moreLikeThis() requires a document as JSON text, but this is not a JSON object: {error}. To name a stored document, write id() = 'orders/1-A'.");
            invalid(operand, message)
        }),
        other => {
            let given = kind_of(&other);
            Err(invalid(operand, format!("moreLikeThis() requires a document as JSON text, not {given}.")))
        }
    }
}

/// Every value at any depth. Names are not values.
pub(super) fn texts(members: Map<String, Value>) -> Vec<String> {
    let mut texts = Vec::new();
    let mut waiting: Vec<Value> = members.into_iter().map(|(_, value)| value).collect();
    while let Some(value) = waiting.pop() {
        match value {
            Value::Array(values) => waiting.extend(values),
            Value::Object(members) => waiting.extend(members.into_iter().map(|(_, value)| value)),
            Value::Null => {}
            Value::Bool(value) => texts.push(value.to_string()),
            Value::Number(number) => texts.push(number_text((&number).into())),
            Value::String(text) => texts.push(text),
        }
    }
    texts
}

pub(super) fn options(
    members: &Map<String, Value>,
    operand: &Operand,
) -> Result<MoreLikeThisOptions, QueryError> {
    let wrong = |name: &str, what: &str| invalid(operand, format!("The option {name} is {what}."));
    let member = |name: &str| members.get(name).filter(|value| !value.is_null());
    let number = |name: &str| match member(name) {
        None => Ok(None),
        Some(value) => whole(value).map(Some).ok_or_else(|| wrong(name, "a whole number")),
    };
    let flag = match member("Boost") {
        None => false,
        Some(value) => value.as_bool().ok_or_else(|| wrong("Boost", "true or false"))?,
    };
    let factor = match member("BoostFactor") {
        None => 1.0,
        Some(value) => {
            let factor = value.as_f64().filter(|factor| (0.0..=1e9).contains(factor));
            factor.ok_or_else(|| wrong("BoostFactor", "a number from 0 to 1000000000"))?
        }
    };
    let stop_words = match member("StopWordsDocumentId") {
        None => None,
        Some(Value::String(id)) => Some(id.clone()),
        Some(_) => return Err(wrong("StopWordsDocumentId", "the id of a document")),
    };
    let fields = match member("Fields") {
        None => Some(Vec::new()),
        Some(Value::Array(names)) => names.iter().map(|name| name.as_str().map(str::to_owned)).collect(),
        Some(_) => None,
    };
    let above_zero = |limit: Option<u64>| limit.filter(|limit| *limit > 0);
    let words = match number("MaximumQueryTerms")? {
        None => Some(WORDS),
        given => above_zero(given).and_then(|words| usize::try_from(words).ok()),
    };
    Ok(MoreLikeThisOptions {
        min_term_frequency: number("MinimumTermFrequency")?.unwrap_or(0),
        min_document_frequency: number("MinimumDocumentFrequency")?.unwrap_or(0),
        max_document_frequency: number("MaximumDocumentFrequency")?,
        max_document_frequency_percent: number("MaximumDocumentFrequencyPercentage")?,
        words,
        min_word_length: number("MinimumWordLength")?.unwrap_or(0),
        max_word_length: above_zero(number("MaximumWordLength")?),
        boost: flag.then_some(factor),
        stop_words,
        fields: fields.ok_or_else(|| wrong("Fields", "an array of names"))?,
    })
}

/// A number of options as RavenDB reads it: also from text, without its fraction. What is below 0 is 0.
fn whole(value: &Value) -> Option<u64> {
    let number = match value {
        Value::String(text) => text.trim().parse().ok()?,
        value => value.as_f64()?,
    };
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "the fraction is cut off on purpose"
    )]
    number.is_finite().then_some(number.max(0.0) as u64)
}
