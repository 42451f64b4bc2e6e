//! The text of a C# map, reduce or additional source: translated or refused.
#![no_main]

use rookery_script::fuzzing::{csharp_map, csharp_reduce, csharp_source};

/// A map that calls what the seeds declare.
const MAP: &str = "from o in docs.Items select new { A = Helpers.F(o.Name), B = ((string)o.Name).G(), C = Helpers.K }";

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    if let Ok(text) = std::str::from_utf8(data) {
        let _ = (csharp_map(text), csharp_reduce(text), csharp_source(text, MAP));
    }
});
