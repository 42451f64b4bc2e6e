//! The end of writing: no thread uses the folder.

use std::collections::BTreeSet;
use std::path::Path;
use std::time::Duration;

use rookery_index::Index;

/// So many commits are merged in the background.
const COMMITS: i64 = 8;
const ENTRIES: i64 = 1000;

#[test]
fn nothing_is_written_after_the_writer_is_dropped() {
    let place = tempfile::tempdir().unwrap();
    let index = Index::open(place.path()).unwrap();
    let mut writing = index.write().unwrap();
    for commit in 0..COMMITS {
        for number in 0..ENTRIES {
            writing
                .add(writing.entry(&format!("items/{commit}-{number}"), commit * ENTRIES + number))
                .unwrap();
        }
        writing.commit("").unwrap();
    }
    drop(writing);
    let left = files(place.path());
    // A merge that had begun would continue now.
    std::thread::sleep(Duration::from_millis(300));
    assert_eq!(files(place.path()), left);
}

fn files(folder: &Path) -> BTreeSet<String> {
    let name = |entry: std::io::Result<std::fs::DirEntry>| entry.unwrap().file_name().into_string().unwrap();
    std::fs::read_dir(folder).unwrap().map(name).collect()
}
