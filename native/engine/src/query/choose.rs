//! Which fields a query needs indexed.

use std::collections::BTreeMap;
use std::ops::Bound as Edge;

use rookery_rql::PreparedQuery;
use rookery_rql::plan::{
    Bound, BoundTest, ColumnSource, Columns, Condition, Match, Needle, SortBy, SortValue,
};

use crate::index_definition::grouped_index::GroupWork;
use crate::index_definition::{AutoField, name_of, name_of_place};
use crate::indexes::automatic::RequiredIndex;

/// The automatic index for the query; `None` when it needs none or when none can answer it.
pub(crate) fn need_of(query: &PreparedQuery<'_>) -> Option<RequiredIndex> {
    match query.grouping() {
        Some(_) => groups_of(query).map(RequiredIndex::Groups),
        None => fields_of(query).map(RequiredIndex::Fields),
    }
}

/// The fields of an automatic index for the query; `None` when the query needs no index (it reads a whole
/// collection, or loads documents by id) or when an index does not support it yet.
fn fields_of(query: &PreparedQuery<'_>) -> Option<BTreeMap<String, AutoField>> {
    if query.is_lookup() {
        return None;
    }
    // A random order alone needs no field; documents are read.
    needed_by(query).filter(|fields| !fields.is_empty())
}

/// The requirements of the query on an automatic map-reduce index; `None` when it has no `group by`, or when
/// an index does not support its groups.
fn groups_of(query: &PreparedQuery<'_>) -> Option<GroupWork> {
    let mut work = GroupWork::wanted(&query.grouping()?)?;
    let needed = needed_by(query)?;
    if needed.iter().any(|(name, field)| field.spatial || work.number_of(name).is_none()) {
        return None;
    }
    for key in &mut work.group_by {
        if let Some(field) = needed.get(&key.path) {
            (key.exact, key.search) = (field.exact, field.search);
        }
    }
    Some(work)
}

/// The fields of conditions and orders; `None` if an index does not support one of them.
fn needed_by(query: &PreparedQuery<'_>) -> Option<BTreeMap<String, AutoField>> {
    let mut needed = Needed { columns: query.columns(), fields: BTreeMap::new() };
    if let Some(condition) = query.condition() {
        rookery_index::check(condition).ok()?;
        needed.by_condition(condition)?;
    }
    for by in query.sort() {
        needed.by_order(by)?;
    }
    Some(needed.fields)
}

/// Collects fields by name. One index cannot have two fields with one name (`a.b` and a member called `a.b`):
/// the result is `None` then.
struct Needed<'q> {
    columns: &'q Columns,
    fields: BTreeMap<String, AutoField>,
}

impl Needed<'_> {
    fn by_condition(&mut self, condition: &Condition) -> Option<()> {
        match condition {
            Condition::And(sides) | Condition::Or(sides) => {
                sides.iter().try_for_each(|side| self.by_condition(side))
            }
            Condition::Not(inside) | Condition::Boost(inside, _) => self.by_condition(inside),
            Condition::Test(test) => self.by_test(test),
            _ => Some(()),
        }
    }

    fn by_test(&mut self, test: &BoundTest) -> Option<()> {
        match &test.check {
            Match::Spatial { longitude, .. } => self.place(test.column, *longitude),
            check => {
                let field = self.plain(test.column)?;
                field.exact |= is_exact(check);
                field.search |= matches!(check, Match::Search(_));
                Some(())
            }
        }
    }

    fn by_order(&mut self, by: &SortBy) -> Option<()> {
        match &by.value {
            SortValue::Field => self.plain(by.column).map(|_| ()),
            SortValue::Distance(measure) => self.place(by.column, measure.longitude),
            _ => Some(()),
        }
    }

    fn plain(&mut self, column: usize) -> Option<&mut AutoField> {
        let source = self.columns.sources.get(column)?;
        let path = if let ColumnSource::Body(path) = source { path.clone() } else { Vec::new() };
        let field = self.fields.entry(name_of(source)?).or_insert_with(|| AutoField::plain(path.clone()));
        (field.path == path).then_some(field)
    }

    fn place(&mut self, column: usize, longitude: Option<usize>) -> Option<()> {
        let source = |column: usize| self.columns.sources.get(column);
        let longitude = match longitude {
            Some(column) => Some(source(column)?),
            None => None,
        };
        let field = AutoField::place(source(column)?, longitude)?;
        let name = name_of_place(&field.path, field.longitude.as_deref());
        let known = self.fields.entry(name).or_insert_with(|| field.clone());
        (*known == field).then_some(())
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
