//! Groups, built during a scan: keys, counts and sums. Documents are not stored.

use std::collections::HashMap;
use std::time::Instant;

use rookery_cancel::CancelToken;
use serde_json::{Map, Value};

use super::meter::Meter;
use super::project::value_at;
use crate::ast::{Path, Segment};
use crate::error::QueryError;
use crate::plan::{COUNT, Grouping};
use crate::source::{OwnedDocument, ScanItem};

/// The groups of a scan, in the order of their first documents.
#[derive(Debug)]
pub(crate) struct Groups<'p> {
    grouping: &'p Grouping,
    numbers: HashMap<String, usize>,
    groups: Vec<Group>,
    pub(crate) meter: Meter,
}

#[derive(Debug)]
struct Group {
    keys: Vec<Value>,
    count: u64,
    sums: Vec<Sum>,
}

/// What is known of a group so far.
#[derive(Debug)]
pub(crate) struct GroupPart {
    pub(crate) keys: Vec<Value>,
    pub(crate) count: u64,
    pub(crate) sums: Vec<Value>,
}

/// A sum that stays whole as long as it can.
#[derive(Debug, Clone, Copy)]
enum Sum {
    Whole(i64),
    Fraction(f64),
}

/// One element of each expanded array: the array's path and the element.
type Scope<'v> = Vec<(&'v [Segment], Option<&'v Value>)>;

impl<'p> Groups<'p> {
    pub(crate) fn new(grouping: &'p Grouping) -> Self {
        Self { grouping, numbers: HashMap::new(), groups: Vec::new(), meter: Meter::default() }
    }

    /// Takes in one document.
    pub(crate) fn add(&mut self, item: &ScanItem<'_>) -> Result<(), QueryError> {
        let start = Instant::now();
        let body: Value = serde_json::from_slice(item.body).map_err(|error| {
            QueryError::UnreadableDocument { id: item.id.to_owned(), reason: error.to_string() }
        })?;
        if !body.is_object() {
            let reason = "it is not an object".to_owned();
            return Err(QueryError::UnreadableDocument { id: item.id.to_owned(), reason });
        }
        let grouping = self.grouping;
        let mut scopes: Vec<Scope<'_>> = vec![Vec::new()];
        for key in grouping.keys.iter().filter(|key| !key.array) {
            taken_apart(&body, &key.path, &mut scopes);
        }
        for scope in &scopes {
            let keys: Vec<Value> = grouping
                .keys
                .iter()
                .map(|key| read(&body, scope, &key.path).unwrap_or(Value::Null))
                .collect();
            let number = self.number_of(keys);
            let group = &mut self.groups[number];
            group.count += 1;
            for (sum, path) in group.sums.iter_mut().zip(&grouping.sums) {
                if let Some(value) = read(&body, scope, path) {
                    sum.add(&value);
                }
            }
        }
        self.meter.add(1, 0, start);
        Ok(())
    }

    /// Every group by its key.
    pub(crate) fn into_parts(mut self) -> Vec<(String, GroupPart)> {
        let mut named: Vec<(String, usize)> = self.numbers.drain().collect();
        named.sort_unstable_by_key(|(_, number)| *number);
        let parts = std::mem::take(&mut self.groups).into_iter().map(|group| GroupPart {
            keys: group.keys,
            count: group.count,
            sums: group.sums.into_iter().map(Sum::value).collect(),
        });
        named.into_iter().map(|(key, _)| key).zip(parts).collect()
    }

    /// Takes in what was a group somewhere else.
    pub(crate) fn join(&mut self, part: GroupPart) {
        let number = self.number_of(part.keys);
        let group = &mut self.groups[number];
        group.count += part.count;
        for (sum, more) in group.sums.iter_mut().zip(&part.sums) {
            sum.add(more);
        }
    }

    /// The members of the one group there is.
    pub(crate) fn only(mut self) -> Option<Value> {
        let group = self.groups.pop().filter(|_| self.groups.is_empty())?;
        Some(self.members(group))
    }

    fn number_of(&mut self, keys: Vec<Value>) -> usize {
        let mut text = String::new();
        for key in &keys {
            write_key(&mut text, key);
        }
        let (next, sums) = (self.groups.len(), self.grouping.sums.len());
        let number = *self.numbers.entry(text).or_insert(next);
        if number == next {
            self.groups.push(Group { keys, count: 0, sums: vec![Sum::Whole(0); sums] });
        }
        number
    }

    /// The groups as documents without an id; `None` when cancelled.
    pub(crate) fn documents(&mut self, cancel: &CancelToken) -> Option<Vec<OwnedDocument>> {
        self.numbers.clear();
        let groups = std::mem::take(&mut self.groups);
        self.meter.entries_out = groups.len() as u64;
        let document = |(number, group): (usize, Group)| {
            let document = OwnedDocument {
                body: self.body(group).to_string().into_bytes(),
                etag: i64::try_from(number).unwrap_or(i64::MAX),
                ..OwnedDocument::default()
            };
            (!cancel.is_cancelled()).then_some(document)
        };
        groups.into_iter().enumerate().map(document).collect()
    }

    /// A whole group as a result, without the member that has all keys.
    pub(crate) fn as_given(mut document: OwnedDocument, all_keys: &str) -> OwnedDocument {
        if let Ok(Value::Object(mut members)) = serde_json::from_slice(&document.body)
            && members.shift_remove(all_keys).is_some()
        {
            document.body = Value::Object(members).to_string().into_bytes();
        }
        document
    }

    fn body(&self, group: Group) -> Value {
        let mut members = self.members(group);
        // Scripts and answers add to the metadata, so it must exist, as the last member.
        members["@metadata"] = Value::Object(Map::new());
        members
    }

    fn members(&self, group: Group) -> Value {
        let mut members = Map::new();
        let mut all = Map::new();
        for (by, key) in self.grouping.keys.iter().zip(group.keys) {
            all.insert(by.name.clone(), key.clone());
            members.insert(by.name.clone(), key);
        }
        if let Some(name) = self.grouping.all_keys() {
            members.insert(name.to_owned(), Value::Object(all));
        }
        if self.grouping.counts {
            members.insert(COUNT.to_owned(), group.count.into());
        }
        for (sum, path) in group.sums.iter().zip(&self.grouping.sums) {
            members.insert(path.to_string(), sum.value());
        }
        Value::Object(members)
    }
}

/// Expands the arrays on the path, one scope for each element. Without an array the key is null; an empty
/// one has no element, so that the document is in no group.
fn taken_apart<'v>(body: &'v Value, path: &'v Path, scopes: &mut Vec<Scope<'v>>) {
    for (index, segment) in path.segments.iter().enumerate() {
        let array = &path.segments[..=index];
        if *segment != Segment::Each
            || scopes.first().is_some_and(|scope| scope.iter().any(|(of, _)| *of == array))
        {
            continue;
        }
        let mut more = Vec::new();
        for scope in scopes.drain(..) {
            let (from, rest) = start_of(body, &scope, &array[..index]);
            match from.and_then(|from| member(from, rest)) {
                Some(Value::Array(elements)) => {
                    more.extend(elements.iter().map(|element| {
                        let mut scope = scope.clone();
                        scope.push((array, Some(element)));
                        scope
                    }));
                }
                _ => {
                    let mut scope = scope;
                    scope.push((array, None));
                    more.push(scope);
                }
            }
        }
        *scopes = more;
    }
}

/// The value where the longest known part of the path ends, and what is left of it.
fn start_of<'v, 's>(
    body: &'v Value,
    scope: &[(&[Segment], Option<&'v Value>)],
    path: &'s [Segment],
) -> (Option<&'v Value>, &'s [Segment]) {
    let known =
        scope.iter().filter(|(array, _)| path.starts_with(array)).max_by_key(|(array, _)| array.len());
    match known {
        Some((array, element)) => (*element, &path[array.len()..]),
        None => (Some(body), path),
    }
}

/// Steps along names only.
fn member<'v>(mut value: &'v Value, path: &[Segment]) -> Option<&'v Value> {
    for segment in path {
        let Segment::Field(name) = segment else { return None };
        value = value.get(name)?;
    }
    Some(value)
}

fn read(body: &Value, scope: &[(&[Segment], Option<&Value>)], path: &Path) -> Option<Value> {
    let (from, rest) = start_of(body, scope, &path.segments);
    value_at(from?, rest)
}

/// Numbers that are equal are one key, however they are written.
fn write_key(out: &mut String, key: &Value) {
    match key {
        Value::Number(number) => out.push_str(&crate::values::number_text(number.into())),
        Value::Array(elements) => {
            out.push('[');
            elements.iter().for_each(|element| write_key(out, element));
            out.push(']');
        }
        other => out.push_str(&other.to_string()),
    }
    out.push(',');
}

impl Sum {
    /// Numbers are added, at any depth of arrays; nothing else counts.
    fn add(&mut self, value: &Value) {
        match value {
            Value::Array(elements) => elements.iter().for_each(|element| self.add(element)),
            Value::Number(number) => {
                let whole = match (*self, number.as_i64()) {
                    (Self::Whole(sum), Some(more)) => sum.checked_add(more),
                    _ => None,
                };
                *self = match whole {
                    Some(sum) => Self::Whole(sum),
                    None => Self::Fraction(self.fraction() + number.as_f64().unwrap_or(0.0)),
                };
            }
            _ => {}
        }
    }

    fn fraction(self) -> f64 {
        match self {
            #[expect(clippy::cast_precision_loss, reason = "a sum with fractions is a double on RavenDB too")]
            Self::Whole(sum) => sum as f64,
            Self::Fraction(sum) => sum,
        }
    }

    fn value(self) -> Value {
        match self {
            Self::Whole(sum) => sum.into(),
            Self::Fraction(sum) => sum.into(),
        }
    }
}
