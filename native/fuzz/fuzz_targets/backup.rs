//! A backup: first byte odd = the rest gets checksums that fit.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    if let Some((seal, bytes)) = data.split_first() {
        let _ = rookery_engine::fuzzing::backup(bytes, seal % 2 == 1);
    }
});
