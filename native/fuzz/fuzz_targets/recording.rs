//! A recording: first byte odd = the rest is one chunk of columns, so that no checksum of the archive is in the way; its
//! table is chosen by the higher bits.
#![no_main]

use std::io::Cursor;

use rookery_recording::tables::Rows;
use rookery_recording::{Limits, Space, Texts, read};

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    let Some((first, rest)) = data.split_first() else { return };
    if first % 2 == 1 {
        let table = Rows::NAMES[usize::from(first / 2) % Rows::NAMES.len()];
        let _ = Rows::default().add_chunk(table, rest.to_vec(), Space { memory: 1 << 20, rest: 1e9 }, &mut Texts::default());
    } else if let Ok(recording) = read(Cursor::new(rest), Limits { unpacked: 1 << 20, memory: 4 << 20 }) {
        let _ = rookery_recording::inspect::to_text(&recording, &[]);
    }
});
