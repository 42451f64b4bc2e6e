//! What the stack helper says it saw.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    let _ = rookery_stacks::fuzzing::snapshot(data);
});
