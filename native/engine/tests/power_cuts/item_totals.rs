//! The totals of counters and time series by collection, compared with a count of all of them.

use std::collections::BTreeMap;

use rookery_engine::{Database, EngineError};

/// Bytes of the rows by collection: of counters, and of segments of time series.
pub type Sizes = BTreeMap<String, (u64, u64)>;

/// The sizes that a database gives, of collections that have any.
pub fn sizes(shop: &Database) -> Result<Sizes, EngineError> {
    let sizes = shop.collections()?.into_iter();
    let sizes = sizes.map(|one| (one.name, (one.counters_size, one.time_series_size)));
    Ok(sizes.filter(|(_, sizes)| *sizes != (0, 0)).collect())
}

/// Counts all counters and segments, and compares them with the totals.
pub fn compare_totals(shop: &Database) {
    let view = shop.dump_view().unwrap();
    let mut counted: BTreeMap<String, (u64, u64)> = BTreeMap::new();
    view.documents_with_counters(&mut |document| {
        if let Some(document) =
            document.filter(|document| !shop.all_counters(&document.id).unwrap().is_empty())
        {
            counted.entry(document.collection).or_default().0 += 1;
        }
        true
    })
    .unwrap();
    view.documents_with_time_series(&mut |document| {
        let Some(document) = document else { return true };
        for series in view.time_series(&document.id).unwrap() {
            let segments = &mut counted.entry(document.collection.clone()).or_default().1;
            view.segments(&document.id, &series.name, &mut |_| {
                *segments += 1;
                true
            })
            .unwrap();
        }
        true
    })
    .unwrap();
    for one in shop.collections().unwrap() {
        let numbers = (one.documents_with_counters, one.time_series_segments);
        assert_eq!(numbers, counted.get(&one.name).copied().unwrap_or_default(), "{}", one.name);
        let has_bytes = (one.counters_size > 0, one.time_series_size > 0);
        assert_eq!(has_bytes, (numbers.0 > 0, numbers.1 > 0), "bytes of {}", one.name);
    }
}
