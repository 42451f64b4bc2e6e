//! The payload of a journal record.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    let _ = rookery_engine::fuzzing::batch_record(data);
});
