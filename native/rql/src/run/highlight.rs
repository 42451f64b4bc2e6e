//! Fragments of texts with what was found in them marked.

use std::collections::HashMap;
use std::ops::Range;

use rookery_cancel::CancelToken;
use serde_json::{Map, Value};

use super::project::{body_of, value_at};
use crate::error::QueryError;
use crate::plan::Highlight;
use crate::search::{Analyzer, ClauseKind, TextSpan, Word};
use crate::source::OwnedDocument;

/// Of each field by result: its fragments.
type Highlightings = Map<String, Value>;

/// What an index keeps of results, by their ids; it counts more than the documents.
pub(crate) type Kept = HashMap<String, Map<String, Value>>;

/// The fragments of every result that has any.
pub(crate) fn highlightings(
    highlights: &[Highlight],
    results: &[OwnedDocument],
    are_groups: bool,
    kept: &Kept,
    cancel: &CancelToken,
) -> Result<Highlightings, QueryError> {
    let mut all: Vec<Map<String, Value>> = highlights.iter().map(|_| Map::new()).collect();
    for result in results {
        if cancel.is_cancelled() {
            return Err(QueryError::Cancelled { scanned: results.len() as u64 });
        }
        let mut body = body_of(result)?;
        if let Some(kept) = kept.get(&result.id) {
            body.extend(kept.clone());
        }
        let body = Value::Object(body);
        for (highlight, all) in highlights.iter().zip(&mut all) {
            let Some(key) = key_of(highlight, result, are_groups, &body)? else { continue };
            let mut fragments = Vec::new();
            let mut texts = vec![value_at(&body, &highlight.path.segments).unwrap_or(Value::Null)];
            while let Some(value) = texts.pop() {
                match value {
                    Value::String(text) => add_fragments(highlight, &text, &mut fragments),
                    Value::Array(elements) => texts.extend(elements.into_iter().rev()),
                    _ => {}
                }
            }
            if !fragments.is_empty() {
                all.insert(key, fragments.into());
            }
        }
    }
    let named = highlights.iter().zip(all);
    Ok(named.map(|(highlight, all)| (highlight.name.clone(), Value::Object(all))).collect())
}

/// The key of a result's fragments.
fn key_of(
    highlight: &Highlight,
    result: &OwnedDocument,
    are_groups: bool,
    body: &Value,
) -> Result<Option<String>, QueryError> {
    let Some(path) = &highlight.group_key else {
        if !are_groups {
            return Ok(Some(result.id.clone()));
        }
        let message = format!(
            "highlight({}, …) of groups needs the option GroupKey, because a group has no id.",
            highlight.name
        );
        return Err(QueryError::Invalid { line: 1, column: 1, message });
    };
    Ok(match value_at(body, &path.segments) {
        Some(Value::String(text)) => Some(text),
        Some(Value::Null) | None => (!are_groups).then(|| result.id.clone()),
        Some(other) => Some(other.to_string()),
    })
}

/// A match, and the number of its search clause.
type Mark = (Range<usize>, usize);

fn add_fragments(highlight: &Highlight, text: &str, fragments: &mut Vec<Value>) {
    let marks = marks(&highlight.sought, text);
    let mut waiting = marks.iter().peekable();
    let mut from = 0;
    while let Some(first) = waiting.peek() {
        if fragments.len() >= highlight.count {
            return;
        }
        let window = window(text, from, &first.0, highlight.length);
        let mut out = String::new();
        let mut at = window.start;
        while let Some((range, sought)) = waiting.next_if(|(range, _)| range.end <= window.end) {
            let (before, after) = &highlight.tags[sought % highlight.tags.len()];
            out.extend([&text[at..range.start], before, &text[range.clone()], after]);
            at = range.end;
        }
        out.push_str(&text[at..window.end]);
        from = window.end;
        fragments.push(out.trim().into());
    }
}

/// So many characters around what was found, with whole words at both ends.
fn window(text: &str, from: usize, found: &Range<usize>, length: usize) -> Range<usize> {
    let around = length.saturating_sub(text[found.clone()].chars().count());
    let before = text[from..found.start].char_indices().rev();
    let mut start = before.take(around / 2).last().map_or(found.start, |(at, _)| from + at);
    let inside_word = |at: usize| {
        let touches = |c: Option<char>| c.is_some_and(|c| !c.is_whitespace());
        touches(text[..at].chars().next_back()) && touches(text[at..].chars().next())
    };
    if start > from && inside_word(start) {
        let blank = text[start..found.start].find(char::is_whitespace);
        start = blank.map_or(found.start, |blank| start + blank);
    }
    let left = length.saturating_sub(text[start..found.end].chars().count());
    let after = text[found.end..].char_indices();
    let mut end = after.skip(left).map(|(at, _)| found.end + at).next().unwrap_or(text.len());
    if end < text.len() && inside_word(end) {
        let blank = text[found.end..end].rfind(char::is_whitespace);
        end = blank.map_or(found.end, |blank| found.end + blank);
    }
    start..end
}

/// All matches in a text, in order, without overlaps.
fn marks(sought: &[(Analyzer, ClauseKind)], text: &str) -> Vec<Mark> {
    let mut cut: Vec<(Analyzer, Vec<TextSpan>)> = Vec::new();
    let mut marks: Vec<Mark> = Vec::new();
    let mut number = 0;
    for (analyzer, wanted) in sought {
        if !cut.iter().any(|(known, _)| known == analyzer) {
            cut.push((*analyzer, analyzer.text_spans(text)));
        }
        let Some((_, text_spans)) = cut.iter().find(|(known, _)| known == analyzer) else { continue };
        mark(wanted, text_spans, &mut number, &mut marks);
    }
    marks.sort_by_key(|(range, number)| (range.start, range.end, *number));
    let mut end = 0;
    marks.retain(|(range, _)| {
        let is_free = range.start >= end && !range.is_empty();
        if is_free {
            end = range.end;
        }
        is_free
    });
    marks
}

fn mark(wanted: &ClauseKind, text_spans: &[TextSpan], number: &mut usize, marks: &mut Vec<Mark>) {
    let mut each = |is_wanted: &dyn Fn(&Word) -> bool| {
        let found = text_spans.iter().filter(|span| span.words.iter().any(is_wanted));
        marks.extend(found.map(|span| (span.range.clone(), *number)));
        *number += 1;
    };
    match wanted {
        ClauseKind::AllDocuments => {}
        ClauseKind::Words(words) => words.iter().for_each(|word| each(&|other| other.text == *word)),
        ClauseKind::Phrase(phrase, 0) => {
            marks.extend(phrases(phrase, text_spans).map(|range| (range, *number)));
            *number += 1;
        }
        ClauseKind::Phrase(phrase, _) => {
            phrase.iter().for_each(|word| each(&|other| other.text == word.text));
        }
        ClauseKind::Group(search) => {
            for clause in search.clauses.iter().filter(|clause| !clause.prohibited) {
                mark(&clause.kind, text_spans, number, marks);
            }
        }
        _ => each(&|other| wanted.is_word(&other.text)),
    }
}

/// The ranges of all occurrences of a phrase.
fn phrases<'s>(phrase: &'s [Word], text_spans: &'s [TextSpan]) -> impl Iterator<Item = Range<usize>> + 's {
    let first = phrase.first().map_or(0, |word| word.position);
    let offset = move |word: &Word| word.position.saturating_sub(first) as usize;
    (0..text_spans.len()).filter_map(move |start| {
        let stands = phrase.iter().all(|word| {
            let span = text_spans.get(start + offset(word));
            span.is_some_and(|span| span.words.iter().any(|other| other.text == word.text))
        });
        let last = text_spans.get(start + offset(phrase.last()?))?;
        stands.then(|| text_spans[start].range.start..last.range.end)
    })
}
