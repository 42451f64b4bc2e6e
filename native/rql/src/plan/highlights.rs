//! `include highlight(…)` bound to its values and to the search clauses of the field.

use serde_json::Value;

use super::Columns;
use super::bind::{Binder, invalid};
use super::columns::{ColumnSource, names};
use super::condition::Condition;
use super::matches::{Match, Needle};
use super::options::members_of;
use super::reading::Reading;
use crate::ast::{Field, HighlightOf, Include, Operand, Path, Query};
use crate::error::QueryError;
use crate::search::{Analyzer, ClauseKind};

/// Tags around what was found, one after another: RavenDB's.
const COLOURS: [&str; 12] = [
    "yellow",
    "lawngreen",
    "aquamarine",
    "magenta",
    "palegreen",
    "coral",
    "wheat",
    "khaki",
    "lime",
    "deepskyblue",
    "deeppink",
    "salmon",
];

/// Highlighted fragments of one field.
#[derive(Debug)]
pub(crate) struct Highlight {
    pub(crate) name: String,
    pub(crate) path: Path,
    /// Characters of a fragment, tags not counted.
    pub(crate) length: usize,
    /// Fragments of a result at most.
    pub(crate) count: usize,
    /// The tags around a match, by the number of the search clause.
    pub(crate) tags: Vec<(String, String)>,
    /// Fragments are keyed by this member of the result instead of its id.
    pub(crate) group_key: Option<Path>,
    /// The search clauses, and the analyzer that splits the field's texts.
    pub(crate) sought: Vec<(Analyzer, ClauseKind)>,
}

impl Highlight {
    /// All highlights of the query; a field that the condition does not test has no tags.
    pub(super) fn all(
        query: &Query,
        binder: &Binder<'_>,
        condition: Option<&Condition>,
        columns: &Columns,
    ) -> Result<Vec<Self>, QueryError> {
        let mut all: Vec<Self> = Vec::new();
        for item in &query.include {
            let Include::Highlight(of) = item else { continue };
            let highlight = Self::new(of, binder, condition, columns)?;
            if all.iter().any(|known| known.name == highlight.name) {
                let message = format!("highlight() may name the field '{}' once.", highlight.name);
                return Err(invalid(&of.length, message));
            }
            all.push(highlight);
        }
        all.retain(|highlight| !highlight.sought.is_empty());
        Ok(all)
    }

    fn new(
        of: &HighlightOf,
        binder: &Binder<'_>,
        condition: Option<&Condition>,
        columns: &Columns,
    ) -> Result<Self, QueryError> {
        let source = ColumnSource::Body(names(&of.path));
        let column = columns.sources.iter().position(|known| *known == source);
        let mut sought = Vec::new();
        if let (Some(column), Some(condition)) = (column, condition) {
            let reading = binder.reading_of(&Field::Path(of.path.clone()));
            gather(condition, column, reading, &mut sought);
        }
        let (tags, group_key) = match &of.options {
            Some(operand) => options(operand, binder)?,
            None => (usual_tags(), None),
        };
        Ok(Self {
            name: of.path.to_string(),
            path: of.path.clone(),
            length: number(&of.length, "The length of a fragment", 1, binder)?,
            count: number(&of.count, "The number of fragments", 0, binder)?,
            tags,
            group_key,
            sought,
        })
    }
}

fn usual_tags() -> Vec<(String, String)> {
    let tag = |colour: &&str| (format!("<b style=\"background:{colour}\">"), "</b>".to_owned());
    COLOURS.iter().map(tag).collect()
}

fn number(operand: &Operand, what: &str, least: u64, binder: &Binder<'_>) -> Result<usize, QueryError> {
    let value = binder.json(operand)?.as_u64().filter(|value| *value >= least);
    value
        .and_then(|value| usize::try_from(value).ok())
        .ok_or_else(|| invalid(operand, format!("{what} in highlight() is a whole number from {least} up.")))
}

type Tags = Vec<(String, String)>;

fn options(operand: &Operand, binder: &Binder<'_>) -> Result<(Tags, Option<Path>), QueryError> {
    let members = members_of(operand, binder)?;
    let texts = |name: &str| -> Result<Vec<String>, QueryError> {
        let wrong = || invalid(operand, format!("The option {name} of highlight() is a list of texts."));
        match members.get(name) {
            None | Some(Value::Null) => Ok(Vec::new()),
            Some(Value::Array(all)) => {
                all.iter().map(|tag| tag.as_str().map(str::to_owned).ok_or_else(wrong)).collect()
            }
            Some(_) => Err(wrong()),
        }
    };
    let (before, after) = (texts("PreTags")?, texts("PostTags")?);
    if before.len() != after.len() {
        let message = format!(
            "highlight() needs as many PreTags as PostTags, but there are {} and {}.",
            before.len(),
            after.len()
        );
        return Err(invalid(operand, message));
    }
    let tags = if before.is_empty() { usual_tags() } else { before.into_iter().zip(after).collect() };
    let key = members.get("GroupKey").and_then(Value::as_str).filter(|key| !key.is_empty());
    Ok((tags, key.map(Path::from_text)))
}

/// The search clauses of a column's tests, without prohibited ones.
fn gather(condition: &Condition, column: usize, reading: Reading, sought: &mut Vec<(Analyzer, ClauseKind)>) {
    match condition {
        Condition::And(sides) | Condition::Or(sides) => {
            sides.iter().for_each(|side| gather(side, column, reading, sought));
        }
        Condition::Boost(inside, _) => gather(inside, column, reading, sought),
        Condition::Test(test) if test.column == column => {
            let (of_search, _) = reading.search();
            // Tests other than searches compare whole values.
            let of_value = if reading == Reading::Document { Analyzer::LowercaseKeyword } else { of_search };
            let mut value = |wanted| sought.push((of_value, wanted));
            match &test.check {
                Match::Equal(needle) => {
                    text_of(needle).into_iter().for_each(|text| value(ClauseKind::Words(vec![text])))
                }
                Match::AllIn(needles) => {
                    needles.iter().filter_map(text_of).for_each(|text| value(ClauseKind::Words(vec![text])));
                }
                Match::In(members) => {
                    let mut texts: Vec<&String> = members.texts.iter().collect();
                    texts.sort();
                    texts.into_iter().for_each(|text| value(ClauseKind::Words(vec![text.clone()])));
                }
                Match::StartsWith(needle) => {
                    text_of(needle).into_iter().for_each(|text| value(ClauseKind::Prefix(text)))
                }
                Match::EndsWith(needle) => {
                    text_of(needle).into_iter().for_each(|text| value(ClauseKind::Suffix(text)))
                }
                Match::Fuzzy { text, similarity } => value(ClauseKind::Fuzzy(text.clone(), *similarity)),
                Match::Search(search) => {
                    let clauses = search.clauses.iter().filter(|clause| !clause.prohibited);
                    sought.extend(clauses.map(|clause| (of_search, clause.kind.clone())));
                }
                _ => {}
            }
        }
        _ => {}
    }
}

fn text_of(needle: &Needle) -> Option<String> {
    match needle {
        Needle::Text { exact: Some(text), .. } => Some(text.clone()),
        Needle::Text { folded, .. } => Some(folded.as_str().to_owned()),
        _ => None,
    }
}
