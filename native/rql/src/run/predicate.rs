//! Conditions over a batch. Every node gets the remaining entries and returns those that match, and is timed
//! once per batch.

use std::cmp::Ordering;
use std::ops::Bound as Edge;
use std::time::Instant;

use super::extract::Column;
use super::mask::Mask;
use super::meter::Meter;
use super::spatial_relation::has_relation;
use crate::plan::{Between, Bound, BoundTest, Condition, Match, Membership, Needle};
use crate::search::{Word, words};
use crate::values::{Leaf, compare_folded, compare_numbers, fold, instant, number_text};

/// A condition with its meters.
#[derive(Debug)]
pub(crate) struct Predicate {
    pub(crate) kind: PredicateKind,
    pub(crate) meter: Meter,
    /// For scores: the document frequency of each term of a test.
    pub(super) seen: Vec<u64>,
}

#[derive(Debug)]
pub(crate) enum PredicateKind {
    And(Vec<Predicate>),
    Or(Vec<Predicate>),
    Not(Box<Predicate>),
    /// Lets the same entries through as its inside.
    Boost(Box<Predicate>, f64),
    True,
    Test(BoundTest),
}

impl Predicate {
    pub(crate) fn new(condition: Condition) -> Self {
        let all = |sides: Vec<Condition>| sides.into_iter().map(Self::new).collect();
        let kind = match condition {
            Condition::And(sides) => PredicateKind::And(all(sides)),
            Condition::Or(sides) => PredicateKind::Or(all(sides)),
            Condition::Not(inside) => PredicateKind::Not(Box::new(Self::new(*inside))),
            Condition::Boost(inside, factor) => PredicateKind::Boost(Box::new(Self::new(*inside)), factor),
            Condition::True => PredicateKind::True,
            Condition::Test(test) => PredicateKind::Test(test),
        };
        Self { kind, meter: Meter::default(), seen: Vec::new() }
    }

    /// The entries of `given` for which the condition holds.
    pub(crate) fn run(&mut self, columns: &[Column], given: &Mask) -> Mask {
        let start = Instant::now();
        let passed = match &mut self.kind {
            PredicateKind::True => *given,
            PredicateKind::Boost(inside, _) => inside.run(columns, given),
            PredicateKind::Not(inside) => given.without(&inside.run(columns, given)),
            PredicateKind::And(sides) => {
                let mut left = *given;
                for side in sides {
                    if left.is_empty() {
                        break;
                    }
                    left = side.run(columns, &left);
                }
                left
            }
            PredicateKind::Or(sides) => {
                let mut found = Mask::default();
                for side in sides {
                    let open = given.without(&found);
                    if open.is_empty() {
                        break;
                    }
                    found = found.or(&side.run(columns, &open));
                }
                found
            }
            PredicateKind::Test(test) => run_test(test, columns, given),
        };
        self.meter.add(given.count(), passed.count(), start);
        passed
    }
}

pub(super) fn run_test(test: &BoundTest, columns: &[Column], given: &Mask) -> Mask {
    let mut passed = Mask::default();
    let Some(column) = columns.get(test.column) else { return passed };
    for entry in given.entries() {
        let mut leaves = column.leaves(entry);
        let holds = match &test.check {
            Match::Equal(needle) => leaves.any(|leaf| equals(leaf, needle)),
            Match::NotEqual(needle) => !leaves.any(|leaf| equals(leaf, needle)),
            Match::Between(range) => leaves.any(|leaf| is_within(leaf, range)),
            Match::In(members) => leaves.any(|leaf| is_member(leaf, members)),
            Match::AllIn(needles) => {
                needles.iter().all(|needle| column.leaves(entry).any(|leaf| equals(leaf, needle)))
            }
            Match::StartsWith(needle) => leaves.any(|leaf| begins_or_ends(leaf, needle, true)),
            Match::EndsWith(needle) => leaves.any(|leaf| begins_or_ends(leaf, needle, false)),
            Match::Exists => leaves.next().is_some(),
            Match::Search(search) => {
                let found = words_of(leaves);
                search.is_met(&found)
            }
            Match::Regex(pattern) => leaves.any(|leaf| with_text(leaf, |text| pattern.is_match(text))),
            Match::Fuzzy { text: wanted, similarity } => leaves.any(|leaf| {
                with_text(leaf, |text| {
                    text.len() <= LONGEST_FUZZY
                        && crate::search::similarity(&fold(text), wanted) > *similarity
                })
            }),
            Match::Spatial { relation, area, longitude } => {
                let longitudes =
                    longitude.and_then(|other| columns.get(other)).map(|other| other.leaves(entry));
                has_relation(*relation, area, leaves, longitudes)
            }
        };
        if holds {
            passed.insert(entry);
        }
    }
    passed
}

/// The words of all values of a field together.
pub(super) fn words_of<'l>(leaves: impl Iterator<Item = Leaf<'l>>) -> Vec<Word> {
    let mut found = Vec::new();
    let mut position = 0;
    for leaf in leaves {
        with_text(leaf, |text| {
            position = words(text, position, |word| found.push(word));
            true
        });
    }
    found
}

/// Longer texts are like nothing: comparing takes length by length.
const LONGEST_FUZZY: usize = 1_000;

/// Hands the text of a leaf on: a number and a boolean by the text they are indexed under.
fn with_text(leaf: Leaf<'_>, check: impl FnOnce(&str) -> bool) -> bool {
    match leaf {
        Leaf::Text(text) => check(text),
        Leaf::Number(number) => check(&number_text(number)),
        Leaf::Bool(value) => check(if value { "true" } else { "false" }),
        Leaf::Null | Leaf::Object => false,
    }
}

pub(super) fn equals(leaf: Leaf<'_>, needle: &Needle) -> bool {
    match (needle, leaf) {
        (Needle::Null, leaf) => leaf == Leaf::Null,
        (Needle::Number(number), Leaf::Number(value)) => compare_numbers(value, *number) == Ordering::Equal,
        (Needle::Text { instant: Some(wanted), .. }, Leaf::Text(text)) => instant(text) == Some(*wanted),
        (Needle::Text { instant: Some(_), .. } | Needle::Nothing | Needle::Number(_), _) => false,
        (Needle::Text { exact: Some(wanted), .. }, leaf) => with_text(leaf, |text| text == wanted),
        (Needle::Text { folded, .. }, leaf) => with_text(leaf, |text| folded.equals(text)),
    }
}

fn is_within(leaf: Leaf<'_>, range: &Between) -> bool {
    let above = match &range.low {
        Edge::Unbounded => true,
        Edge::Included(bound) => compare(leaf, bound).is_some_and(Ordering::is_ge),
        Edge::Excluded(bound) => compare(leaf, bound).is_some_and(Ordering::is_gt),
    };
    above
        && match &range.high {
            Edge::Unbounded => true,
            Edge::Included(bound) => compare(leaf, bound).is_some_and(Ordering::is_le),
            Edge::Excluded(bound) => compare(leaf, bound).is_some_and(Ordering::is_lt),
        }
}

/// How a leaf compares with a bound; `None` when the two are not of one kind.
fn compare(leaf: Leaf<'_>, bound: &Bound) -> Option<Ordering> {
    match bound {
        Bound::Number(number) => match leaf {
            Leaf::Number(value) => Some(compare_numbers(value, *number)),
            _ => None,
        },
        Bound::Instant(wanted) => match leaf {
            Leaf::Text(text) => Some(instant(text)?.cmp(wanted)),
            _ => None,
        },
        Bound::Text { exact, folded } => {
            let mut order = None;
            with_text(leaf, |text| {
                order = Some(match exact {
                    Some(exact) => text.cmp(exact.as_str()),
                    None => compare_folded(text, folded),
                });
                true
            });
            order
        }
    }
}

fn is_member(leaf: Leaf<'_>, members: &Membership) -> bool {
    if let Leaf::Number(value) = leaf
        && members.numbers.binary_search_by(|number| compare_numbers(*number, value)).is_ok()
    {
        return true;
    }
    if leaf == Leaf::Null {
        return members.null;
    }
    if members.texts.is_empty() {
        return false;
    }
    with_text(leaf, |text| {
        if members.exact { members.texts.contains(text) } else { members.texts.contains(&fold(text)) }
    })
}

/// Empty text is the beginning and the end of nothing, as on a RavenDB server.
fn begins_or_ends(leaf: Leaf<'_>, needle: &Needle, begins: bool) -> bool {
    let Needle::Text { exact, folded, .. } = needle else { return false };
    !folded.as_str().is_empty()
        && with_text(leaf, |text| match (exact, begins) {
            (Some(exact), true) => text.starts_with(exact.as_str()),
            (Some(exact), false) => text.ends_with(exact.as_str()),
            (None, true) => folded.begins(text),
            (None, false) => folded.ends(text),
        })
}
