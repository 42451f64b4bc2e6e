//! Automatic map-reduce indexes: created for a `group by`, named as RavenDB names them, one for all queries
//! that group by the same fields.
//!
//! Contains the definition and its matching. The query core computes groups ([`rookery_rql::GroupFields`]);
//! `batch.rs` and `reduce.rs` store them.

use rookery_rql::{GroupFields, GroupKey};
use serde::{Deserialize, Serialize};

use crate::index_definition::admin_state::IndexPriority;

/// The field of a group that has its count.
const COUNT: &str = "Count";

/// An automatic map-reduce index.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "PascalCase")]
pub struct GroupedIndex {
    /// `Auto/Orders/ByCountAndTotalReducedByCompany`.
    pub name: String,
    /// The collection, `None` for all documents.
    pub collection: Option<String>,
    /// Its grouping and aggregation.
    #[serde(flatten)]
    pub work: GroupWork,
    /// When it was created.
    pub created_at: String,
    /// Its priority.
    #[serde(default, skip_serializing_if = "IndexPriority::is_normal")]
    pub priority: IndexPriority,
    /// It is disabled.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub disabled: bool,
    /// The definition reports it as disabled.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub disabled_in_definition: bool,
}

/// Group keys and aggregations, of an index or of a query.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "PascalCase")]
pub struct GroupWork {
    /// The group keys.
    pub group_by: Vec<GroupedBy>,
    /// The paths of the sums.
    pub sums: Vec<String>,
    /// Whether the count is computed.
    pub counts: bool,
}

/// One key.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "PascalCase")]
pub struct GroupedBy {
    /// Its path, as queries write it.
    pub path: String,
    /// The whole array is one key.
    pub array: bool,
    /// Also indexed with case (`exact`).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub exact: bool,
    /// Also indexed by words (`search`).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub search: bool,
}

impl GroupWork {
    /// The requirements of a query; `None` when two fields of a group have the same name, which an index
    /// cannot store.
    pub(crate) fn wanted(fields: &GroupFields) -> Option<Self> {
        let by = |GroupKey { path, array }| GroupedBy { path, array, exact: false, search: false };
        let work = Self {
            group_by: fields.keys().into_iter().map(by).collect(),
            sums: fields.sums(),
            counts: fields.counts(),
        };
        let mut names: Vec<&str> = work.members().collect();
        let all = names.len();
        names.sort_unstable();
        names.dedup();
        (names.len() == all && !fields.is_ambiguous()).then_some(work)
    }

    /// The fields of its groups; a position is the field's number in the index files.
    pub(crate) fn members(&self) -> impl Iterator<Item = &str> {
        let keys = self.group_by.iter().map(|key| key.path.as_str());
        keys.chain([COUNT]).chain(self.sums.iter().map(String::as_str))
    }

    /// The number of a member in the index's files.
    pub(crate) fn number_of(&self, member: &str) -> Option<u16> {
        let place = self.members().position(|known| known == member)?;
        u16::try_from(place).ok()?.checked_add(1)
    }

    /// The key of that path.
    pub(crate) fn key(&self, path: &str) -> Option<&GroupedBy> {
        self.group_by.iter().find(|key| key.path == path)
    }

    /// The aggregated fields, in the order of a RavenDB definition.
    pub fn computed(&self) -> Vec<&str> {
        let count = self.counts.then_some(COUNT);
        let mut all: Vec<&str> = count.into_iter().chain(self.sums.iter().map(String::as_str)).collect();
        all.sort_unstable();
        all
    }

    pub(crate) fn fields(&self) -> GroupFields {
        let key = |key: &GroupedBy| GroupKey { path: key.path.clone(), array: key.array };
        GroupFields::new(&self.group_by.iter().map(key).collect::<Vec<_>>(), &self.sums, self.counts)
    }

    /// Whether it groups by the same fields, in any order.
    pub(crate) fn groups_like(&self, other: &Self) -> bool {
        let has = |key: &GroupedBy| self.key(&key.path).is_some_and(|known| known.array == key.array);
        other.group_by.len() == self.group_by.len() && other.group_by.iter().all(has)
    }

    /// Whether it covers everything of the other.
    pub(crate) fn covers(&self, other: &Self) -> bool {
        let has = |key: &GroupedBy| {
            self.key(&key.path)
                .is_some_and(|known| (known.exact || !key.exact) && (known.search || !key.search))
        };
        self.groups_like(other)
            && other.group_by.iter().all(has)
            && other.sums.iter().all(|sum| self.sums.contains(sum))
            && (self.counts || !other.counts)
    }

    /// Adds what another index with the same group keys covers.
    fn widen(&mut self, other: &Self) {
        for key in &mut self.group_by {
            if let Some(known) = other.key(&key.path) {
                key.exact |= known.exact;
                key.search |= known.search;
            }
        }
        self.sums.extend(other.sums.iter().cloned());
        self.counts |= other.counts;
    }
}

impl GroupedIndex {
    /// The index for these requirements, extended by what the widest present one covers.
    pub(crate) fn new(
        collection: Option<&str>,
        wanted: &GroupWork,
        widest: Option<&Self>,
        created_at: String,
    ) -> Self {
        let mut work = wanted.clone();
        widest.iter().for_each(|widest| work.widen(&widest.work));
        work.group_by.sort_by(|one, other| one.path.cmp(&other.path));
        work.sums.sort();
        work.sums.dedup();
        Self {
            name: name_of(collection, &work),
            collection: collection.map(str::to_owned),
            work,
            created_at,
            priority: IndexPriority::default(),
            disabled: false,
            disabled_in_definition: false,
        }
    }
}

/// `Auto/Orders/ByCountAndTotalReducedByCompany`; without aggregations `Auto/OrdersReducedByCompany`.
fn name_of(collection: Option<&str>, work: &GroupWork) -> String {
    let mut keys: Vec<String> = work.group_by.iter().map(name_of_key).collect();
    keys.sort();
    let computed = work.computed();
    let by = if computed.is_empty() { String::new() } else { format!("/By{}", computed.join("And")) };
    format!("Auto/{}{by}ReducedBy{}", collection.unwrap_or("AllDocs"), keys.join("And"))
}

fn name_of_key(key: &GroupedBy) -> String {
    let path = if key.array { format!("Array({})", key.path) } else { key.path.clone() };
    match (key.search, key.exact) {
        (false, false) => path,
        (true, false) => format!("Search({path})"),
        (false, true) => format!("Exact({path})"),
        (true, true) => format!("Search({path})AndExact({path})"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn work(keys: &[&str], sums: &[&str], counts: bool) -> GroupWork {
        let key =
            |path: &&str| GroupedBy { path: (*path).to_owned(), array: false, exact: false, search: false };
        let sums = sums.iter().map(|sum| (*sum).to_owned()).collect();
        GroupWork { group_by: keys.iter().map(key).collect(), sums, counts }
    }

    fn index(work: &GroupWork, widest: Option<&GroupedIndex>) -> GroupedIndex {
        GroupedIndex::new(Some("Orders"), work, widest, String::new())
    }

    #[test]
    fn names_are_as_the_server_gives_them() {
        let first = index(&work(&["N", "Company"], &["Total"], true), None);
        assert_eq!(first.name, "Auto/Orders/ByCountAndTotalReducedByCompanyAndN");
        let wider = index(&work(&["Company", "N"], &["Lines[].Quantity"], false), Some(&first));
        assert_eq!(wider.name, "Auto/Orders/ByCountAndLines[].QuantityAndTotalReducedByCompanyAndN");
        assert!(wider.work.covers(&first.work) && !first.work.covers(&wider.work));
        assert_eq!(index(&work(&["N"], &[], false), None).name, "Auto/OrdersReducedByN");
        let mut array = work(&["Tags"], &[], true);
        array.group_by[0].array = true;
        let array = GroupedIndex::new(None, &array, None, String::new());
        assert_eq!(array.name, "Auto/AllDocs/ByCountReducedByArray(Tags)");
        assert!(!array.work.covers(&work(&["Tags"], &[], true)), "a whole array is another key");
    }

    #[test]
    fn key_options_are_part_of_the_name() {
        let mut wanted = work(&["Kind", "City"], &["A"], false);
        (wanted.group_by[0].exact, wanted.group_by[1].search) = (true, true);
        let first = index(&wanted, None);
        assert_eq!(first.name, "Auto/Orders/ByAReducedByExact(Kind)AndSearch(City)");
        let mut more = work(&["City", "Kind"], &[], true);
        more.group_by[0].exact = true;
        assert!(!first.work.covers(&more));
        let wider = index(&more, Some(&first));
        assert_eq!(wider.name, "Auto/Orders/ByAAndCountReducedByExact(Kind)AndSearch(City)AndExact(City)");
        assert!(wider.work.covers(&more) && wider.work.covers(&wanted));
    }

    #[test]
    fn a_definition_reads_back_as_it_was_written() {
        let mut one = index(&work(&["N"], &["Total"], true), None);
        one.work.group_by[0].exact = true;
        one.disabled = true;
        let text = serde_json::to_string(&one).unwrap();
        assert_eq!(serde_json::from_str::<GroupedIndex>(&text).unwrap(), one);
    }

    #[test]
    fn members_of_one_name_cannot_be_kept() {
        let key = |path: &str| GroupKey { path: path.to_owned(), array: false };
        let wanted = |keys: &[&str], sums: &[&str]| {
            let keys: Vec<GroupKey> = keys.iter().map(|path| key(path)).collect();
            let sums: Vec<String> = sums.iter().map(|sum| (*sum).to_owned()).collect();
            GroupWork::wanted(&GroupFields::new(&keys, &sums, true)).is_some()
        };
        assert!(wanted(&["City"], &["Total"]));
        assert!(!wanted(&["City"], &["City"]));
        assert!(!wanted(&["City", "City"], &[]));
        assert!(!wanted(&["City"], &["Count"]));
        assert!(!wanted(&["Count"], &[]));
    }
}
