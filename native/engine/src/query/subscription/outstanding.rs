//! What of a subscription was handed out and is not acknowledged: which worker has which documents, which come again,
//! and which wait until the worker that has an older version is done.

use std::collections::{BTreeSet, HashMap, HashSet};

/// Names what one worker has.
pub(super) type LeaseNumber = u64;

#[derive(Debug, Default)]
struct Leased {
    etags: Vec<i64>,
    /// Ids in lower case.
    ids: Vec<String>,
}

/// The documents below the position that are not acknowledged.
#[derive(Debug, Default)]
pub(super) struct Outstanding {
    /// To be sent again.
    returned: BTreeSet<i64>,
    leases: HashMap<LeaseNumber, Leased>,
    /// Ids of the documents of all leases.
    held: HashSet<String>,
    /// The newest version of documents that a worker has in an older one.
    postponed: HashMap<String, i64>,
    last: LeaseNumber,
}

impl Outstanding {
    pub(super) fn new(unconfirmed: Vec<i64>) -> Self {
        Self { returned: unconfirmed.into_iter().collect(), ..Self::default() }
    }

    /// Whether a worker has a version of this document.
    pub(super) fn is_held(&self, id_key: &str) -> bool {
        self.held.contains(id_key)
    }

    /// Whether documents wait for the worker that has an older version.
    pub(super) fn has_postponed(&self) -> bool {
        !self.postponed.is_empty()
    }

    /// What is to be sent again, ascending.
    pub(super) fn returned(&self) -> Vec<i64> {
        self.returned.iter().copied().collect()
    }

    /// All etags, ascending, without those of one lease and with others.
    pub(super) fn etags(&self, without: Option<LeaseNumber>, more: &[i64]) -> Vec<i64> {
        let leases = self.leases.iter().filter(|(number, _)| Some(**number) != without);
        let mut all: Vec<i64> = leases.flat_map(|(_, leased)| leased.etags.iter().copied()).collect();
        all.extend(&self.returned);
        all.extend(self.postponed.values());
        all.extend(more);
        all.sort_unstable();
        all.dedup();
        all
    }

    /// Forgets those to be sent again that were read: they are leased or postponed now, or exist no longer.
    pub(super) fn was_read(&mut self, etags: &[i64]) {
        for etag in etags {
            self.returned.remove(etag);
        }
    }

    /// Gives documents to a worker.
    pub(super) fn lease(&mut self, etags: Vec<i64>, ids: Vec<String>) -> LeaseNumber {
        self.last += 1;
        self.held.extend(ids.iter().cloned());
        self.leases.insert(self.last, Leased { etags, ids });
        self.last
    }

    /// Postpones documents; those that became free meanwhile come again.
    pub(super) fn postpone(&mut self, documents: Vec<(String, i64)>) {
        for (id, etag) in documents {
            if self.held.contains(&id) {
                self.postponed.insert(id, etag);
            } else {
                self.returned.insert(etag);
            }
        }
    }

    /// Ends a lease; its documents come again unless they are acknowledged. Returns whether there is something to send
    /// that was not before.
    pub(super) fn end(&mut self, number: LeaseNumber, acknowledged: bool) -> bool {
        let Some(Leased { etags, ids }) = self.leases.remove(&number) else { return false };
        let mut is_more = false;
        if !acknowledged {
            is_more = !etags.is_empty();
            self.returned.extend(etags);
        }
        for id in ids {
            self.held.remove(&id);
            if let Some(etag) = self.postponed.remove(&id) {
                self.returned.insert(etag);
                is_more = true;
            }
        }
        is_more
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_document_is_with_one_worker_and_its_new_version_waits_for_it() {
        let mut outstanding = Outstanding::new(vec![2]);
        let first = outstanding.lease(vec![5, 6], vec!["a".into(), "b".into()]);
        let second = outstanding.lease(vec![7], vec!["c".into()]);
        assert!(outstanding.is_held("a") && !outstanding.is_held("d"));
        outstanding.postpone(vec![("a".into(), 8), ("d".into(), 9)]);
        outstanding.postpone(vec![("a".into(), 10)]);
        assert_eq!(outstanding.returned(), [2, 9]);
        assert_eq!(outstanding.etags(None, &[11]), [2, 5, 6, 7, 9, 10, 11]);
        assert_eq!(outstanding.etags(Some(first), &[]), [2, 7, 9, 10]);
        assert!(outstanding.end(first, true));
        assert_eq!(outstanding.returned(), [2, 9, 10]);
        assert!(!outstanding.has_postponed());
        assert!(outstanding.end(second, false) && !outstanding.end(second, false));
        assert_eq!(outstanding.returned(), [2, 7, 9, 10]);
        outstanding.was_read(&[2, 7, 9, 10]);
        assert!(outstanding.etags(None, &[]).is_empty());
    }
}
