//! Data files whose bytes rotted: opening one ends with the database open or with an error that names
//! the file, and never takes the program down.

use std::panic::{AssertUnwindSafe, catch_unwind};

use redb::ReadableTable as _;
use rookery_engine::{
    Command, CounterAction, CounterOperation, Engine, EngineError, IndexStatus, StorageError,
};
use serde_json::json;

use crate::fixture::{TestEngine, options, put, quiet, test_engine, user};
use crate::query_fixture::make;

const PAGE: usize = 4096;

/// The same numbers every time.
struct Dice(u64);

impl Dice {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % bound
    }
}

fn bend(dice: &mut Dice, bytes: &mut Vec<u8>) {
    if bytes.len() < PAGE {
        return;
    }
    let page = dice.below(bytes.len() / PAGE) * PAGE;
    match dice.below(5) {
        0 => bytes[page..page + PAGE].fill(0),
        1 => bytes[page..page + PAGE].fill(0xff),
        2 => {
            for byte in &mut bytes[page..page + PAGE] {
                *byte = dice.below(256) as u8;
            }
        }
        // A page of somewhere else, as whole as any.
        3 => bytes.copy_within(0..PAGE, page),
        // Cut short.
        _ => bytes.truncate(page.max(1)),
    }
    // The first page says where everything is: a byte of it more often than chance would have it.
    if dice.below(3) == 0 && bytes.len() >= PAGE {
        bytes[dice.below(320)] ^= 1 << dice.below(8);
    }
}

/// The folder of an engine whose databases are closed, its data file and the bytes of that.
fn closed(test: TestEngine) -> (std::sync::Arc<tempfile::TempDir>, std::path::PathBuf, Vec<u8>) {
    test.shop.flush_and_sync().unwrap();
    let path = test.shop.folder().join("store.redb");
    let TestEngine { engine, shop, folder } = test;
    engine.close().unwrap();
    drop((engine, shop));
    let sound = std::fs::read(&path).unwrap();
    (folder, path, sound)
}

#[test]
fn a_rotten_data_file_is_an_error_and_no_panic() {
    let test = test_engine();
    for n in 0..400 {
        put(&test.shop, &format!("users/{n}"), &user(&"x".repeat(n)));
    }
    let (folder, path, sound) = closed(test);
    let mut dice = Dice(7);
    let mut refused = 0;
    for round in 0..150 {
        let mut bent = sound.clone();
        for _ in 0..=dice.below(3) {
            bend(&mut dice, &mut bent);
        }
        std::fs::write(&path, &bent).unwrap();
        let opened = catch_unwind(AssertUnwindSafe(|| {
            let engine = Engine::open(options(folder.path(), quiet())).unwrap();
            engine.database("shop").map(drop)
        }));
        match opened.unwrap_or_else(|_| panic!("round {round}: opening panicked")) {
            Ok(()) => {}
            Err(error @ EngineError::Storage(StorageError::Corrupt { .. } | StorageError::Io { .. })) => {
                assert!(error.to_string().contains("store.redb"), "round {round}: {error}");
                refused += 1;
            }
            Err(other) => panic!("round {round}: {other}"),
        }
    }
    assert!(refused > 50, "only {refused} of 150 were noticed");
    // What was sound is sound again: nothing else was touched.
    std::fs::write(&path, &sound).unwrap();
    let engine = Engine::open(options(folder.path(), quiet())).unwrap();
    assert_eq!(engine.database("shop").unwrap().stats().unwrap().documents, 400);
}

#[test]
fn a_page_the_file_grew_by_in_part_is_cut_off_and_one_that_is_missing_is_noticed() {
    let test = test_engine();
    put(&test.shop, "users/1", &user("Ada"));
    let (folder, path, sound) = closed(test);
    let open = || Engine::open(options(folder.path(), quiet())).unwrap().database("shop");
    std::fs::write(&path, [&sound[..], &[7; 3584]].concat()).unwrap();
    assert_eq!(open().unwrap().stats().unwrap().documents, 1);
    assert_eq!(std::fs::metadata(&path).unwrap().len() % PAGE as u64, 0);
    std::fs::write(&path, &sound[..sound.len() - 100]).unwrap();
    let error = open().unwrap_err();
    assert!(error.to_string().contains("truncated"), "{error}");
}

#[test]
fn an_error_about_a_damaged_row_names_the_data_file() {
    let test = test_engine();
    put(&test.shop, "users/1", &user("Ada"));
    let likes = CounterOperation { name: "Likes".into(), action: CounterAction::Increment(1) };
    test.shop.execute(vec![Command::Counters { id: "users/1".into(), operations: vec![likes] }]).unwrap();
    let (folder, path, _) = closed(test);
    let counters: redb::TableDefinition<'_, &[u8], &[u8]> = redb::TableDefinition::new("counters");
    let file = redb::Database::open(&path).unwrap();
    let write = file.begin_write().unwrap();
    {
        let mut table = write.open_table(counters).unwrap();
        let key = table.first().unwrap().unwrap().0.value().to_vec();
        table.insert(key.as_slice(), [1, 2, 3].as_slice()).unwrap();
    }
    write.commit().unwrap();
    drop(file);
    let engine = Engine::open(options(folder.path(), quiet())).unwrap();
    let error = engine.database("shop").unwrap().all_counters("users/1").unwrap_err();
    let EngineError::Storage(StorageError::Corrupt { path: named, .. }) = &error else { panic!("{error}") };
    assert_eq!(*named, path);
    assert!(error.to_string().contains("the row of a counter has 3 bytes"), "{error}");
    // An index over counters does not leave it out silently.
    let shop = engine.database("shop").unwrap();
    make(&shop, json!({"Name": "C", "Maps": ["counters.map(c => ({ V: c.Value }))"]}));
    let failed = || match &shop.index_stats().unwrap()[0].status {
        IndexStatus::Failed(reason) => reason.contains("the row of a counter has 3 bytes"),
        _ => false,
    };
    while !failed() {
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
}
