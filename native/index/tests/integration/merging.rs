//! Merging in the background keeps the order of etags, and loses nothing.

use std::time::{Duration, Instant};

use rookery_cancel::CancelToken;
use rookery_index::{Index, SearchRequest};
use rookery_rql::plan::Columns;

const COMMITS: i64 = 20;
const ENTRIES: i64 = 100;

#[test]
fn what_is_merged_is_in_order_still() {
    let place = tempfile::tempdir().unwrap();
    let index = Index::open(place.path()).unwrap();
    let mut writing = index.write().unwrap();
    for commit in 0..COMMITS {
        // Segments differ in size, so that their order by size is another than that by etag.
        for number in 0..ENTRIES - 7 * (commit % 5) {
            let etag = commit * ENTRIES + number;
            writing.add(writing.entry(&format!("items/{etag}"), etag)).unwrap();
        }
        writing.delete(&format!("items/{}", commit * ENTRIES - 3)).unwrap();
        writing.commit("").unwrap();
    }
    let until = Instant::now() + Duration::from_secs(20);
    while segments(place.path()) > 10 && Instant::now() < until {
        std::thread::sleep(Duration::from_millis(10));
        // The policy runs with each commit.
        writing.commit("").unwrap();
    }
    assert!(segments(place.path()) <= 10, "{}", segments(place.path()));
    index.refresh().unwrap();
    let reader = index.reader();
    let columns = Columns::default();
    let request = SearchRequest {
        columns: &columns,
        field_of: &|_| None,
        location_of: &|_, _| None,
        condition: None,
        more_like_this: None,
        sort: &[],
        skip: 0,
        take: None,
        cancel: &CancelToken::new(),
    };
    let found: Vec<i64> = reader.search(&request).unwrap().hits.iter().map(|hit| hit.etag).collect();
    let is_in = |etag: &i64| {
        let (commit, number) = (etag / ENTRIES, etag % ENTRIES);
        number < ENTRIES - 7 * (commit % 5) && (number != ENTRIES - 3 || commit == COMMITS - 1)
    };
    assert_eq!(found, (0..COMMITS * ENTRIES).filter(is_in).collect::<Vec<_>>());
    assert!(reader.is_in_order());
}

fn segments(folder: &std::path::Path) -> usize {
    let names = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name());
    names.filter(|name| name.to_string_lossy().ends_with(".term")).count()
}
