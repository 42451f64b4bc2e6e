//! A few thousand mutated inputs for each entry point, the same ones on each run.

use super::mutations::each;
use super::*;
use crate::base::options::EngineOptions;
use crate::engine::Engine;
use crate::transaction::batch_record::Replayed;
use crate::transaction::command::Command;
use crate::transaction::expected::Expected;
use rookery_storage::{RealDisk, StorageError};

/// A journal as a real database writes it: its segment, and the payloads in it.
fn real_journal() -> (Vec<u8>, Vec<Vec<u8>>) {
    let folder = tempfile::tempdir().unwrap();
    let small = Tuning { journal_step: 4096, journal_compress_from: 3000, ..Tuning::default() };
    let options = EngineOptions { tuning: small.clone(), ..EngineOptions::new(folder.path()) };
    let engine = Engine::open(options).unwrap();
    engine.create("shop", serde_json::Value::Null).unwrap();
    let shop = engine.database("shop").unwrap();
    let put = |id: &str, text: &str| Command::Put {
        id: id.to_owned(),
        body: Bytes::from(format!(
            r#"{{"Name":"{text}","@metadata":{{"@collection":"Ü","@archive-at":"2030-01-01T00:00:00Z"}}}}"#
        )),
        expected: Expected::Any,
    };
    shop.execute(vec![put("users/1", "Änn"), put("users|", "x"), put("orders/", "x")]).unwrap();
    shop.execute(vec![Command::Delete { id: "users/1".to_owned(), expected: Expected::Any }]).unwrap();
    shop.execute((0..40).map(|number| put(&format!("many/{number}"), &"long ".repeat(40))).collect())
        .unwrap();
    shop.next_identity("carts").unwrap();
    let id = shop.core.file.contents().journal_id.as_u128();
    let journals = shop.folder().join("journals");
    let file = std::fs::read(journals.join("0000000000000000001.journal")).unwrap();
    drop((shop, engine));
    let place = JournalLocation {
        recorder: Arc::new(IoMetrics::default()).environment(&journals, EnvironmentType::Documents),
        folder: journals,
        id,
        disk: Arc::new(RealDisk),
    };
    let mut payloads = Vec::new();
    place
        .open(&small.journal(), 0, |_, payload| {
            payloads.push(payload.to_vec());
            Ok::<(), EngineError>(())
        })
        .unwrap();
    assert!(payloads.len() >= 4);
    (file, payloads)
}

#[test]
fn malformed_journals_are_read_or_rejected() {
    let (mut file, payloads) = real_journal();
    assert!(
        matches!(journal(&file, false), Err(EngineError::Storage(StorageError::Corrupt { .. }))),
        "it is another journal"
    );
    assert_eq!(journal(&file, true).unwrap(), payloads.len() as u64);
    seal_for_fuzzing(JOURNAL, &mut file);
    assert_eq!(journal(&file, false).unwrap(), payloads.len() as u64);
    let (mut whole, mut refused) = (0, 0);
    // The blocks consist mostly of payload, where mutations often have no effect; so the headers are mutated
    // too.
    let headers: Vec<u8> = file.chunks(4096).flat_map(|block| block[..100].to_vec()).collect();
    let rebuilt = |headers: &[u8]| -> Vec<u8> {
        let mut blocks = file.clone();
        for (block, header) in blocks.chunks_mut(4096).zip(headers.chunks(100)) {
            block[..header.len()].copy_from_slice(header);
        }
        blocks
    };
    each(&[headers], 3000, |headers| {
        for seal in [true, false] {
            match journal(&rebuilt(headers), seal) {
                Ok(_) => whole += 1,
                Err(EngineError::Storage(StorageError::Corrupt { .. } | StorageError::TooNew { .. })) => {
                    refused += 1
                }
                Err(error) => panic!("{error}"),
            }
        }
    });
    each(&[file.clone()], 1500, |bytes| drop((journal(bytes, true), journal(bytes, false))));
    assert!(whole > 100 && refused > 100, "{whole} read, {refused} refused");
}

#[test]
fn malformed_backups_are_read_or_rejected() {
    let folder = tempfile::tempdir().unwrap();
    let engine = Engine::open(EngineOptions::new(folder.path())).unwrap();
    engine.create("shop", serde_json::Value::Null).unwrap();
    let shop = engine.database("shop").unwrap();
    let body = Bytes::from_static(br#"{"Name":"Ann"}"#);
    shop.execute(vec![Command::Put { id: "users/1".to_owned(), body, expected: Expected::Any }]).unwrap();
    let path = folder.path().join("shop.backup");
    let rows = shop.back_up(&path, &mut |_| true).unwrap().rows;
    let file = std::fs::read(&path).unwrap();
    assert_eq!((backup(&file, false).unwrap(), backup(&file, true).unwrap()), (rows, rows));
    let (mut whole, mut refused) = (0, 0);
    each(&[file], 3000, |bytes| {
        for seal in [true, false] {
            match backup(bytes, seal) {
                Ok(_) => whole += 1,
                Err(EngineError::Storage(_)) => refused += 1,
                Err(error) => panic!("{error}"),
            }
        }
    });
    assert!(whole > 100 && refused > 1000, "{whole} read, {refused} refused");
}

#[test]
fn malformed_records_and_stored_values_are_read_or_rejected() {
    let (_, payloads) = real_journal();
    let mut values = Vec::new();
    for payload in &payloads {
        for change in read_batch_record(payload).unwrap() {
            if let Replayed::Entry(entry) = change {
                stored_value(entry.value.as_bytes()).unwrap();
                values.push(entry.value.as_bytes().to_vec());
            }
        }
    }
    let mut refused = 0;
    each(&payloads, 6000, |payload| refused += u64::from(batch_record(payload).is_err()));
    each(&values, 12_000, |value| refused += u64::from(stored_value(value).is_err()));
    assert!(refused > 1000, "{refused}");
}

#[test]
fn malformed_documents_and_dates_are_read_or_rejected() {
    let documents = [
        r#"{"Name":"Änn","Tags":[1,2.5e3,null,true],"@metadata":{"@collection":"Users","@id":"x","@flags":"A"}}"#,
        r#"{"a":{"b":{"c":"\ud83d\ude00"}},"@metadata":{"@archive-at":"2030-01-01T00:00:00.1234567Z","@archived":true}}"#,
        r#"{"@metadata":{"@attachments":[{"Name":"n","Hash":"h","ContentType":"t","Size":3}]},"x":1}"#,
        "{}",
    ];
    each(&documents.map(|text| text.as_bytes().to_vec()), 20_000, |body| drop(document(body)));
    let dates = ["2024-05-01T10:20:30.1234567Z", "0001-01-01T00:00:00", "9999-12-31T23:59:59.9999999+14:00"];
    each(&dates.map(|text| text.as_bytes().to_vec()), 20_000, |text| {
        date(&String::from_utf8_lossy(text));
    });
}

/// Definitions as clients send them.
const DEFINITIONS: [&str; 9] = [
    r#"{"Name":"A","Maps":["from o in docs.O select new { o.A, B = o.D.E.A * 2.5m, C = o.Lines.Sum(l => l.P) }"]}"#,
    r#"{"Name":"B","Maps":["from o in docs.O from l in o.Lines let p = l.P where p > 3 && o.B != null select new { l.Q, N = o.A == null ? 1 : -o.A }"],"Fields":{"Q":{"Storage":"Yes","Indexing":"Exact"},"N":{"Indexing":"Search"}}}"#,
    r#"{"Name":"C","Maps":["docs.O.Where(o => !(o.A == 1)).Select(o => new { o.B, T = o.C.ToList(), Id = Id(o) })"]}"#,
    r#"{"Name":"D","Maps":["from o in docs.O select new { o.B, N = 1 }"],"Reduce":"from r in results group r by r.B into g select new { B = g.Key, N = g.Sum(x => x.N) }"}"#,
    r#"{"Name":"E","Maps":["map('O', o => ({ A: o.A, B: o.D.E.A }))"],"Fields":{"A":{"Storage":"Yes"}}}"#,
    r#"{"Name":"F","Maps":["map('O', function (o) { return o.Lines.map(l => ({ P: l.P, Q: `${l.Q}`, '@x': [l] })) })"],"AdditionalSources":{"f":"function f(a) { return a }"}}"#,
    r#"{"Name":"G","Maps":["map('O', o => ({ K: o.B, N: 1 }))"],"Reduce":"groupBy(x => ({ K: x.K })).aggregate(g => ({ K: g.key.K, N: g.values.reduce((a, b) => a + b.N, 0) }))"}"#,
    r#"{"Name":"S","Maps":["from o in docs.O select new { A = H.F(o.B), C = ((string)o.B).G(2) }"],"AdditionalSources":{"H":"namespace N; public static class H { static readonly List<string> L = new() { \"a\" }; public static string F(string s) { var n = 0; foreach (var c in s ?? \"\") { if (c == 'a') n++; else continue; } switch (n) { case 0: return L[0]; default: break; } for (int i = 0; i < 3; i++) s += i; return s; } public static string G(this string s, int n = 1) => s + n; }"}}"#,
    r#"{"Name":"H","Maps":["map('O', o => ({ _: createField('X' + o.A, o.B, { storage: true }), S: createSpatialField(1, o.A), L: load(o.B, 'O') }))"],"SourceType":"Documents","LockMode":"Unlock"}"#,
];

#[test]
fn malformed_index_definitions_are_run_or_rejected() {
    let folder = tempfile::tempdir().unwrap();
    let bench = IndexBench::open(folder.path()).unwrap();
    let documents = documents();
    let documents: Vec<_> = documents.iter().map(|(collection, body)| (*collection, body.as_str())).collect();
    for definition in &DEFINITIONS[..8] {
        let made = bench.carry_out(definition.as_bytes(), &documents[..2]);
        assert!(made.is_ok_and(|count| count > 0), "{definition}");
        // Older versions stored such documents.
        let deep = nested_document(20_000);
        drop(bench.carry_out(definition.as_bytes(), &[("O", &deep)]));
    }
    let (mut whole, mut refused) = (0, 0);
    each(&DEFINITIONS.map(|text| text.as_bytes().to_vec()), 1500, |definition| {
        match bench.carry_out(definition, &documents) {
            Ok(_) => whole += 1,
            Err(_) => refused += 1,
        }
    });
    assert!(whole > 20 && refused > 500, "{whole} carried out, {refused} refused");
}
