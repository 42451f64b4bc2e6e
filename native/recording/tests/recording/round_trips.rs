//! Rows of any values are read as they were written.

use std::io::Cursor;

use proptest::prelude::*;
use rookery_recording::tables::{CpuSample, Event, GarbageCollection, IoEvent, Rows};
use rookery_recording::{Ending, FORMAT, Limits, Manifest, Recording, read, write_recording};

fn text() -> impl Strategy<Value = String> {
    prop_oneof![any::<String>(), Just(String::new()), "[\\x00\u{202e}\n\"\\\\]{0,9}"]
}

prop_compose! {
    fn io()(
        numbers in any::<[u64; 4]>(),
        texts in prop::collection::vec(text(), 5),
        time in any::<i64>(),
    ) -> IoEvent {
        let [duration_us, bytes, compressed_bytes, file_bytes] = numbers;
        let mut texts = texts.into_iter();
        let mut text = || texts.next().unwrap_or_default();
        IoEvent {
            time, duration_us, bytes, compressed_bytes, file_bytes,
            database: text().into(), environment: text().into(), folder: text().into(), kind: text().into(), file: text().into(),
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn rows_are_read_as_written(
        io in prop::collection::vec(io(), 0..20),
        events in prop::collection::vec((any::<i64>(), text(), text()), 0..20),
        samples in prop::collection::vec((any::<i64>(), -1e300..1e300, any::<bool>()), 0..20),
        words in (text(), text(), text()),
        started in any::<i64>(),
        ended in prop::option::of(any::<i64>()),
    ) {
        let mut rows = Rows { io, ..Rows::default() };
        rows.events = events
            .into_iter()
            .map(|(time, subject, text)| Event { time, kind: "note".to_owned(), subject, text })
            .collect();
        for (time, number, compacted) in samples {
            rows.cpu.push(CpuSample { time, machine_percent: number, process_percent: -number, ..Default::default() });
            rows.gc.push(GarbageCollection { time, compacted, pause_percent: number, ..Default::default() });
        }
        rows.sort();
        let (server, note, reason) = words;
        let manifest =
            Manifest { format: FORMAT, server, note: note.clone(), started, databases: vec![note], ..Manifest::default() };
        let ending = ended.map(|ended| Ending { ended, reason, ..Ending::default() });
        let recording = Recording { manifest, ending, rows, damage: Vec::new() };
        let file = write_recording(&recording, Cursor::new(Vec::new())).expect("a file").into_inner();
        prop_assert_eq!(read(Cursor::new(file), Limits::default()).expect("a recording"), recording);
    }
}
