//! What the stack helper says it saw: first byte odd = a beginning and a mapping list that are right come
//! before the rest.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    if let Some((begun, rest)) = data.split_first() {
        let mut bytes = Vec::new();
        if begun % 2 == 1 {
            bytes.extend_from_slice(b"RKSTACKS\x02\0\0\0\x01\0\0\0");
            let maps = b"00400000-00500000 r-xp 0 0:0 0\n70000000-70010000 rw-p 0 0:0 0\n";
            bytes.extend_from_slice(b"\x01\0\0\0\x07\0\0\0\0\0\0\0\0\0\0\0");
            bytes.extend_from_slice(&(maps.len() as u64).to_le_bytes());
            bytes.extend_from_slice(maps);
        }
        bytes.extend_from_slice(rest);
        let _ = rookery_stacks::fuzzing::snapshot(&bytes);
    }
});
