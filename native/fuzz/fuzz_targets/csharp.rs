//! The text of a C# map or reduce: translated or refused.
#![no_main]

use rookery_script::fuzzing::{csharp_map, csharp_reduce};

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    if let Ok(text) = std::str::from_utf8(data) {
        let _ = (csharp_map(text), csharp_reduce(text));
    }
});
