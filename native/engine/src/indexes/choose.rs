//! Which fields a query needs indexed.

use std::collections::BTreeMap;
use std::ops::Bound as Edge;

use rookery_rql::PreparedQuery;
use rookery_rql::plan::{Bound, ColumnSource, Condition, Match, Needle};

use super::definition::{AutoField, name_of};

/// The fields an automatic index must have to answer the query; `None` when the query needs no index (it reads a
/// whole collection, or loads documents by id) or asks what an index cannot answer yet.
pub(crate) fn fields_of(query: &PreparedQuery<'_>) -> Option<BTreeMap<String, AutoField>> {
    if query.is_lookup() || query.condition().is_none() && query.sort().is_empty() {
        return None;
    }
    let mut exact = vec![false; query.columns().sources.len()];
    if let Some(condition) = query.condition() {
        rookery_index::check(condition).ok()?;
        mark_exact(condition, &mut exact);
    }
    let mut fields = BTreeMap::new();
    for (source, exact) in query.columns().sources.iter().zip(exact) {
        let path = if let ColumnSource::Body(path) = source { path.clone() } else { Vec::new() };
        fields.insert(name_of(source)?, AutoField { path, exact });
    }
    // Two ways to write one name (`a.b` and a member called `a.b`) have no place in one index.
    (fields.len() == query.columns().sources.len()).then_some(fields)
}

fn mark_exact(condition: &Condition, exact: &mut [bool]) {
    match condition {
        Condition::And(sides) | Condition::Or(sides) => sides.iter().for_each(|side| mark_exact(side, exact)),
        Condition::Not(inside) => mark_exact(inside, exact),
        Condition::Test(test) if is_exact(&test.check) => {
            if let Some(mark) = exact.get_mut(test.column) {
                *mark = true;
            }
        }
        _ => {}
    }
}

fn is_exact(check: &Match) -> bool {
    let needle = |needle: &Needle| matches!(needle, Needle::Text { exact: Some(_), .. });
    let bound = |edge: &Edge<Bound>| {
        matches!(
            edge,
            Edge::Included(Bound::Text { exact: Some(_), .. })
                | Edge::Excluded(Bound::Text { exact: Some(_), .. })
        )
    };
    match check {
        Match::Equal(wanted)
        | Match::NotEqual(wanted)
        | Match::StartsWith(wanted)
        | Match::EndsWith(wanted) => needle(wanted),
        Match::AllIn(all) => all.iter().any(needle),
        Match::In(members) => members.exact,
        Match::Between(range) => bound(&range.low) || bound(&range.high),
        _ => false,
    }
}
