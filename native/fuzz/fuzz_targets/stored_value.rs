//! A document as it lies in journal and data file.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    let _ = rookery_engine::fuzzing::stored_value(data);
});
