//! The ids in the change vectors of cluster-wide transactions.
//!
//! `RAFT:<number of the change>-<topology id>,TRXN:<index of the transaction>-<transaction id>`. Both ids are computed
//! from the id of the database, so that they need no file and stay the same in a restored database.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD_NO_PAD;
use xxhash_rust::xxh3::xxh3_128_with_seed;

/// Both ids of a database: 22 characters each.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClusterIds {
    /// In the part `RAFT`.
    pub topology: String,
    /// In the part `TRXN`.
    pub transactions: String,
}

impl ClusterIds {
    /// Those of the database with this id.
    pub fn of(database_id: &str) -> Self {
        let id =
            |seed| STANDARD_NO_PAD.encode(xxh3_128_with_seed(database_id.as_bytes(), seed).to_le_bytes());
        Self { topology: id(1), transactions: id(2) }
    }

    /// The change vector of a change by a cluster-wide transaction; with guards it has the transaction's index.
    pub(crate) fn change_vector(&self, number: u64, guarded_by: Option<i64>) -> String {
        let raft = format!("RAFT:{number}-{}", self.topology);
        match guarded_by {
            Some(index) => format!("{raft},{}", self.transaction(index)),
            None => raft,
        }
    }

    /// The part with the index of a transaction.
    pub fn transaction(&self, index: i64) -> String {
        format!("TRXN:{index}-{}", self.transactions)
    }

    /// The index of the transaction in a change vector; 0 without one of this database.
    pub(crate) fn transaction_in(&self, change_vector: &str) -> i64 {
        let of_part = |part: &str| {
            let (index, id) = part.trim().strip_prefix("TRXN:")?.split_once('-')?;
            index.parse().ok().filter(|_| id == self.transactions)
        };
        change_vector.split(',').find_map(of_part).unwrap_or(0)
    }
}

/// The parts of a change vector that a later change of this node keeps.
pub(crate) fn kept_parts(change_vector: &str) -> impl Iterator<Item = &str> {
    let parts = change_vector.split(',').map(str::trim);
    parts.filter(|part| part.starts_with("RAFT:") || part.starts_with("TRXN:"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_index_is_found_in_every_form_of_the_vector_and_only_in_those_of_this_database() {
        let ids = ClusterIds::of("n3487mXPtkmdQIWymy7mFQ");
        assert_eq!((ids.topology.len(), ids.transactions.len()), (22, 22));
        assert_ne!(ids.topology, ids.transactions);
        let vector = ids.change_vector(3, Some(17));
        assert_eq!(vector, format!("RAFT:3-{},TRXN:17-{}", ids.topology, ids.transactions));
        assert_eq!(ids.transaction_in(&vector), 17);
        assert_eq!(ids.transaction_in(&format!("A:9-x, {}", ids.transaction(5))), 5);
        assert_eq!(ids.transaction_in(&ids.change_vector(3, None)), 0);
        for other in ["", "A:1-x", "TRXN:5-xx", "TRXN:-", "TRXN:x-y"] {
            assert_eq!(ids.transaction_in(other), 0, "{other}");
        }
        let local = format!("A:9-x, {}", vector.replace(',', ", "));
        assert_eq!(kept_parts(&local).collect::<Vec<_>>().join(","), vector);
    }
}
