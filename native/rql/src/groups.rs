//! Groups for callers that store them: what one document adds to which groups, and what these contributions come
//! to. Both are what a scan does, so an index of groups answers as reading all documents would.

use serde_json::{Value, json};

use crate::ast::Path;
use crate::error::QueryError;
use crate::plan::{GroupedBy, Grouping};
use crate::run::{GroupPart, Groups};
use crate::source::ScanItem;

/// What documents are put together by and what is added up.
#[derive(Debug, Clone)]
pub struct GroupFields(Grouping);

/// One key of groups.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GroupKey {
    /// Its path, which is the member's name as well.
    pub path: String,
    /// The whole array is one key.
    pub array: bool,
}

/// What a document adds to one group.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GroupContribution {
    /// Equal for equal keys.
    pub key: String,
    /// For [`GroupAccumulator`], JSON.
    pub part: Vec<u8>,
}

impl GroupFields {
    /// Of paths as a query names them.
    pub fn new(keys: &[GroupKey], sums: &[String], counts: bool) -> Self {
        let keys = keys.iter().map(|key| GroupedBy::new(Path::from_text(&key.path), key.array));
        let sums = sums.iter().map(|sum| Path::from_text(sum));
        Self(Grouping { keys: keys.collect(), sums: sums.collect(), counts })
    }

    pub(crate) fn of(grouping: &Grouping) -> Self {
        Self(grouping.clone())
    }

    /// The keys.
    pub fn keys(&self) -> Vec<GroupKey> {
        self.0.keys.iter().map(|key| GroupKey { path: key.name.clone(), array: key.array }).collect()
    }

    /// What is added up.
    pub fn sums(&self) -> Vec<String> {
        self.0.sums.iter().map(ToString::to_string).collect()
    }

    /// Whether the count is requested.
    pub fn counts(&self) -> bool {
        self.0.counts
    }

    /// What a document adds, once for each group it belongs to.
    ///
    /// # Errors
    /// When the document is not a JSON object.
    pub fn contributions(&self, item: &ScanItem<'_>) -> Result<Vec<GroupContribution>, QueryError> {
        let mut groups = Groups::new(&self.0);
        groups.add(item)?;
        let addition = |(key, part)| GroupContribution { key, part: written(part) };
        Ok(groups.into_parts().into_iter().map(addition).collect())
    }

    /// Whether other texts than these paths could be meant by their names: then nothing of it can be kept by
    /// name.
    pub fn is_ambiguous(&self) -> bool {
        let again = Self::new(&self.keys(), &self.sums(), self.counts());
        let paths = |fields: &Self| -> Vec<Path> {
            fields.0.keys.iter().map(|key| key.path.clone()).chain(fields.0.sums.iter().cloned()).collect()
        };
        paths(&again) != paths(self)
    }

    /// Begins to put contributions of one key together.
    pub fn accumulator(&self) -> GroupAccumulator<'_> {
        GroupAccumulator(Groups::new(&self.0))
    }
}

fn written(part: GroupPart) -> Vec<u8> {
    json!({ "Keys": part.keys, "Count": part.count, "Sums": part.sums }).to_string().into_bytes()
}

/// Additions of one key on their way to a result.
#[derive(Debug)]
pub struct GroupAccumulator<'g>(Groups<'g>);

impl GroupAccumulator<'_> {
    /// Takes one more; `None` for what is none.
    pub fn add(&mut self, part: &[u8]) -> Option<()> {
        let mut part: Value = serde_json::from_slice(part).ok()?;
        let mut list = |name: &str| match part.get_mut(name).map(Value::take) {
            Some(Value::Array(values)) => Some(values),
            _ => None,
        };
        let (keys, sums) = (list("Keys")?, list("Sums")?);
        let count = part.get("Count")?.as_u64()?;
        self.0.join(GroupPart { keys, count, sums });
        Some(())
    }

    /// Everything so far as one addition; `None` when nothing was added, or of several keys.
    pub fn part(self) -> Option<Vec<u8>> {
        let mut parts = self.0.into_parts();
        let (_, part) = parts.pop().filter(|_| parts.is_empty())?;
        Some(written(part))
    }

    /// The members of the group; `None` when nothing was added, or of several keys.
    pub fn result(self) -> Option<Value> {
        self.0.only()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(path: &str) -> GroupKey {
        GroupKey { path: path.to_owned(), array: false }
    }

    fn contributions(fields: &GroupFields, body: &str) -> Vec<GroupContribution> {
        let (etag, empty) = (1, "");
        let item = ScanItem {
            id: "a",
            collection: "A",
            body: body.as_bytes(),
            etag,
            change_vector: empty,
            last_modified: empty,
            flags: empty,
        };
        fields.contributions(&item).unwrap()
    }

    #[test]
    fn summed_documents_equal_a_scan() {
        let fields = GroupFields::new(&[key("Lines[].P"), key("C")], &["Lines[].Q".to_owned()], true);
        let first =
            contributions(&fields, r#"{"C":1,"Lines":[{"P":"a","Q":2},{"P":"b","Q":0.5},{"P":"a","Q":3}]}"#);
        assert_eq!(first.len(), 2);
        let second = contributions(&fields, r#"{"C":1.0,"Lines":[{"P":"a"}]}"#);
        assert_eq!(first[0].key, second[0].key, "equal numbers are one key");
        let mut sum = fields.accumulator();
        assert_eq!((sum.add(&first[0].part), sum.add(&second[0].part)), (Some(()), Some(())));
        assert_eq!(sum.add(b"{}"), None);
        let result = sum.result().unwrap();
        assert_eq!(
            result,
            json!({"Lines[].P": "a", "C": 1, "key()": {"Lines[].P": "a", "C": 1}, "Count": 3, "Lines[].Q": 5})
        );
        assert_eq!((fields.accumulator().result(), fields.accumulator().part()), (None, None));
        // Summing partial results gives the same.
        let mut some = fields.accumulator();
        assert!(some.add(&first[0].part).is_some());
        let mut all = fields.accumulator();
        assert!(all.add(&some.part().unwrap()).is_some() && all.add(&second[0].part).is_some());
        assert_eq!(all.result(), Some(result));
        assert!(!fields.is_ambiguous());
    }
}
