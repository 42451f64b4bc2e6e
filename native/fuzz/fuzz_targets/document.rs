//! A document as a client sends it.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    let _ = rookery_engine::fuzzing::document(data);
    if let Ok(text) = std::str::from_utf8(data) {
        rookery_engine::fuzzing::date(text);
    }
});
