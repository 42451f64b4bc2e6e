//! The I/O record matches the actual file operations.

use rookery_engine::{EnvironmentType, FileStatus, IoEvent, IoKind};
use serde_json::json;

use crate::fixture::{TestEngine, put, put_command, test_engine, user};
use crate::query_fixture::query_results;

fn events(test: &TestEngine, kind: IoKind) -> Vec<IoEvent> {
    let snapshot = test.shop.io().snapshot();
    let files = snapshot.environments.into_iter().flat_map(|environment| environment.files);
    files.flat_map(|file| file.recent).filter(|event| event.kind == kind).collect()
}

#[test]
fn each_acknowledged_batch_is_one_journal_write_of_whole_blocks() {
    let test = test_engine();
    let (_, cursor) = test.shop.io().since(0);
    put(&test.shop, "users/1", &user("Ann"));
    put(&test.shop, "users/2", &user("Ben"));
    let (delta, _) = test.shop.io().since(cursor);
    let writes: Vec<_> = delta.events.iter().filter(|event| event.size == 4096).collect();
    // The segment's header block and the two records; the rest is the segment's space being reserved.
    assert_eq!(writes.len(), 3, "{:?}", delta.events);
    for event in &delta.events {
        assert_eq!(event.kind, IoKind::JournalWrite);
        assert_eq!(&*event.file, "0000000000000000001.journal");
        assert_eq!(event.environment_type, EnvironmentType::Documents);
        assert_eq!(&*event.environment, test.shop.folder().to_str().unwrap());
        assert!(event.size % 4096 == 0 && !event.duration.is_zero());
    }
    let on_disk = std::fs::metadata(test.journals().join("0000000000000000001.journal")).unwrap().len();
    assert_eq!(delta.events.last().unwrap().file_size, on_disk);
}

#[test]
fn a_flush_shows_as_writes_and_syncs_of_the_data_file() {
    let test = test_engine();
    let commands = (0..100).map(|n| put_command(&format!("users/{n}"), &user(&"x".repeat(100)))).collect();
    test.shop.execute(commands).unwrap();
    let (flushes, syncs) = (events(&test, IoKind::DataFlush).len(), events(&test, IoKind::DataSync).len());
    test.shop.flush_and_sync().unwrap();
    let new_flushes = events(&test, IoKind::DataFlush).split_off(flushes);
    let new_syncs = events(&test, IoKind::DataSync).split_off(syncs);
    assert!(!new_flushes.is_empty() && !new_syncs.is_empty());
    assert!(new_flushes.iter().map(|event| event.size).sum::<u64>() >= 100 * 100);
    // A sync says how much it made durable: what was flushed before it.
    assert_eq!(
        new_syncs.iter().map(|event| event.size).sum::<u64>(),
        new_flushes.iter().map(|event| event.size).sum::<u64>()
    );
    let size = std::fs::metadata(test.shop.folder().join("store.redb")).unwrap().len();
    assert!(new_flushes.iter().all(|event| &*event.file == "store.redb" && event.file_size <= size));
}

#[test]
fn a_large_record_is_compressed_and_says_by_how_much() {
    let test = test_engine();
    let before = events(&test, IoKind::Compression).len();
    assert_eq!(before, 0);
    put(&test.shop, "small", &user("Ann"));
    assert_eq!(events(&test, IoKind::Compression).len(), 0);
    put(&test.shop, "large", &json!({"Text": "the same ".repeat(20_000)}));
    let compressions = events(&test, IoKind::Compression);
    assert_eq!(compressions.len(), 1);
    let (original, compressed) = (compressions[0].size, compressions[0].compressed_size.unwrap());
    assert!(original > 180_000 && compressed < original / 20, "{original} {compressed}");
    let test = test.dropped_and_reopened();
    assert_eq!(crate::fixture::get(&test.shop, "large")["Text"], "the same ".repeat(20_000));
}

#[test]
fn used_up_journals_are_remembered_as_closed() {
    let test = test_engine();
    for n in 0..40 {
        put(&test.shop, &format!("texts/{n}"), &json!({"Text": "x".repeat(20_000)}));
    }
    test.shop.flush_and_sync().unwrap();
    let snapshot = test.shop.io().snapshot();
    let closed: Vec<_> =
        snapshot.environments[0].files.iter().filter(|file| file.status == FileStatus::Closed).collect();
    // The data file was made under another name, which is closed too.
    let (journals, others): (Vec<_>, Vec<_>) =
        closed.iter().map(|file| &*file.file).partition(|name| name.ends_with(".journal"));
    assert!(!journals.is_empty());
    assert_eq!(others, ["store.new"]);
}

#[test]
fn the_servers_own_files_are_recorded_too() {
    let test = test_engine();
    let snapshot = test.engine.system_io().snapshot();
    assert_eq!(snapshot.environments[0].environment_type, EnvironmentType::System);
    let files: Vec<_> = snapshot.environments[0].files.iter().map(|file| file.file.to_string()).collect();
    assert!(
        files.contains(&"server.json".to_owned()) && files.contains(&"database.json".to_owned()),
        "{files:?}"
    );
}

#[test]
fn the_storage_report_adds_up() {
    let test = test_engine();
    let commands = (0..200).map(|n| put_command(&format!("users/{n}"), &user(&"x".repeat(100)))).collect();
    test.shop.execute(commands).unwrap();
    let report = test.shop.storage_report().unwrap();
    assert_eq!(report.journals.len(), 1);
    assert!(!report.journals[0].flushed && report.journals[0].last_record == Some(1));
    test.shop.flush_and_sync().unwrap();
    let report = test.shop.storage_report().unwrap();
    assert!(report.journals[0].flushed);
    let documents = report.tables.iter().find(|table| table.name == "documents").unwrap();
    assert_eq!(documents.entries, 200);
    assert!(documents.used > 200 * 100 && documents.allocated >= documents.used);
    assert!(report.data_file.used <= report.data_file.allocated);
    assert_eq!(report.data_file.free, report.data_file.allocated - report.data_file.used);
}

#[test]
fn each_index_is_an_environment_of_its_own_until_it_is_deleted() {
    let test = test_engine();
    put(&test.shop, "users/1", &user("Ann"));
    let (_, cursor) = test.shop.io().since(0);
    query_results(&test.shop, "from Users where Name = 'Ann'");
    let of_index = |event: &&IoEvent| event.environment_type == EnvironmentType::Index;
    let (delta, cursor) = test.shop.io().since(cursor);
    let events: Vec<_> = delta.events.iter().filter(of_index).collect();
    let folder = test.shop.folder().join("indexes").join("Auto_Users_ByName-");
    assert!(!events.is_empty());
    for event in &events {
        assert!(event.environment.starts_with(folder.to_str().unwrap()), "{}", event.environment);
    }
    for kind in [IoKind::JournalWrite, IoKind::DataFlush, IoKind::DataSync] {
        assert!(events.iter().any(|event| event.kind == kind), "{kind:?}");
    }

    // The commit of each batch is one write of the list of segments, after everything that it lists.
    put(&test.shop, "users/2", &user("Ben"));
    query_results(&test.shop, "from Users where Name = 'Ben'");
    let (delta, _) = test.shop.io().since(cursor);
    let last = delta.events.iter().rfind(of_index).unwrap();
    assert_eq!((last.kind, &*last.file), (IoKind::JournalWrite, "meta.json"));

    let types = |test: &TestEngine| {
        let snapshot = test.shop.io().snapshot();
        snapshot.environments.iter().map(|found| found.environment_type).collect::<Vec<_>>()
    };
    assert_eq!(types(&test), [EnvironmentType::Documents, EnvironmentType::Index]);
    test.shop.delete_index("Auto/Users/ByName").unwrap();
    assert_eq!(types(&test), [EnvironmentType::Documents]);
}
