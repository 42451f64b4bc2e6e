//! A whole index definition as a client sends it: compiled, and carried out on a few documents.
#![no_main]

use std::sync::OnceLock;

use rookery_engine::fuzzing::{IndexBench, documents};

struct Bench {
    bench: IndexBench,
    documents: Vec<(&'static str, String)>,
    _folder: tempfile::TempDir,
}

fn bench() -> &'static Bench {
    static BENCH: OnceLock<Bench> = OnceLock::new();
    BENCH.get_or_init(|| {
        let folder = tempfile::tempdir().unwrap();
        let bench = IndexBench::open(folder.path()).unwrap();
        Bench { bench, documents: documents(), _folder: folder }
    })
}

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    let Bench { bench, documents, .. } = bench();
    let documents: Vec<_> = documents.iter().map(|(collection, body)| (*collection, body.as_str())).collect();
    let _ = bench.carry_out(data, &documents);
});
