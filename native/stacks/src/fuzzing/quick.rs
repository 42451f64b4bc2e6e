//! Thousands of bent snapshots, the same ones every time: none panics, none takes memory out of proportion.

use super::allocations::most_held;
use super::mutations::each;
use super::snapshot;

const STACK: u64 = 0x7000_0000;
const CODE: u64 = 0x40_0000;
/// Addresses per stack that the seeds are built to have.
const DEPTH: usize = 6;

fn record(tag: u32, payload: &[u8]) -> Vec<u8> {
    [&tag.to_le_bytes()[..], &u32::try_from(payload.len()).unwrap().to_le_bytes(), payload].concat()
}

/// A snapshot as the helper writes it, with a chain of frame pointers on each stack.
fn whole(architecture: u16, threads: u32) -> Vec<u8> {
    let mut bytes = b"RKSTACKS\x01\0\0\0".to_vec();
    let mut head = architecture.to_le_bytes().to_vec();
    head.extend_from_slice(&[0, 0]);
    for number in [7, threads] {
        head.extend_from_slice(&number.to_le_bytes());
    }
    head.extend_from_slice(&[1; 32]);
    bytes.extend(record(1, &head));
    let maps = "00400000-00500000 r-xp 00000000 00:00 0 \n70000000-70010000 rw-p 00000000 00:00 0 [stack]\n\
                7f0000000000-7f0000001000 r-xp 00001000 08:01 77 /usr/lib/some library.so (deleted)\n";
    bytes.extend(record(2, maps.as_bytes()));
    for tid in 0..threads {
        let mut stack = Vec::new();
        for frame in 1..DEPTH as u64 {
            let up = STACK + frame * 16;
            stack.extend_from_slice(&(if frame + 1 == DEPTH as u64 { 0 } else { up }).to_le_bytes());
            stack.extend_from_slice(&(CODE + frame * 32).to_le_bytes());
        }
        let mut registers = [0u64; 34];
        // Where `user_regs_struct` has rbp, rip and rsp, and `user_pt_regs` x29, sp and pc.
        let (frame_pointer, pc, stack_pointer, length) = match architecture {
            1 => (4, 16, 19, 27),
            _ => (29, 32, 31, 34),
        };
        registers[frame_pointer] = STACK;
        registers[pc] = CODE + 1;
        registers[stack_pointer] = STACK;
        let registers: Vec<u8> = registers[..length].iter().flat_map(|word| word.to_le_bytes()).collect();
        let mut thread = (8 + tid).to_le_bytes().to_vec();
        thread.extend_from_slice(&[b'S', 0, 0, 0]);
        thread.extend_from_slice(&STACK.to_le_bytes());
        for part in [&b"worker"[..], &registers, &stack] {
            thread.extend(record(u32::try_from(part.len()).unwrap(), part)[..4].iter());
            thread.extend_from_slice(part);
        }
        bytes.extend(record(3, &thread));
    }
    bytes.extend(record(9, b"what a newer helper says"));
    bytes.extend(record(4, &threads.to_le_bytes()));
    bytes
}

#[test]
fn bent_snapshots_are_walked_or_refused_in_little_memory() {
    let seeds = [whole(1, 1), whole(1, 3), whole(2, 2), whole(1, 0)];
    for (seed, stacks) in seeds.iter().zip([1, 3, 2, 0]) {
        let found = snapshot(seed).unwrap();
        assert!(found >= stacks * 2 && found <= stacks * DEPTH, "{found} addresses on {stacks} stacks");
    }
    let (mut walked, mut refused) = (0, 0);
    each(&seeds, 40_000, |bytes| {
        let (answer, held) = most_held(|| snapshot(bytes));
        match answer {
            Ok(_) => walked += 1,
            Err(_) => refused += 1,
        }
        assert!(held < 256 * 1024 + 128 * bytes.len(), "{held} bytes held for a snapshot of {}", bytes.len());
    });
    assert!(walked > 1000 && refused > 1000, "{walked} walked, {refused} refused");
}

#[test]
fn promised_lengths_and_counts_take_no_memory() {
    for promise in [1 << 20, i32::MAX as u32, u32::MAX] {
        let mut bytes = whole(1, 1);
        let end = bytes.len();
        bytes[end - 4..].copy_from_slice(&promise.to_le_bytes());
        let (answer, held) = most_held(|| snapshot(&bytes));
        assert!(answer.is_err() && held < 16 * 1024, "{promise} threads promised: {held} bytes held");
        let mut bytes = b"RKSTACKS\x01\0\0\0".to_vec();
        bytes.extend_from_slice(&2u32.to_le_bytes());
        bytes.extend_from_slice(&promise.to_le_bytes());
        let (answer, held) = most_held(|| snapshot(&bytes));
        assert!(answer.is_err() && held < 16 * 1024, "{promise} bytes promised: {held} bytes held");
    }
}
