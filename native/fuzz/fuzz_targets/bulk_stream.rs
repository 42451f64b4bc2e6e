//! The streamed array of a bulk insert: first byte = how long the pieces are it arrives in. Whatever they
//! are, the items are the same.
#![no_main]

use rookery_api::bulk::fuzz_stream;

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    if let Some((step, bytes)) = data.split_first() {
        let (pieces, _) = fuzz_stream(bytes, usize::from(*step));
        let (whole, _) = fuzz_stream(bytes, bytes.len());
        assert_eq!(pieces.len(), whole.len());
    }
});
