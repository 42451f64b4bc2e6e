//! Thousands of mutated snapshots, always the same: no panic, no disproportionate memory.

use super::allocations::most_held;
use super::mutations::each;
use super::snapshot;

const STACK: u64 = 0x7000_0000;
const CODE: u64 = 0x40_0000;
/// Addresses per stack that the seeds are built to have.
const DEPTH: usize = 6;

fn record(tag: u32, thread: u32, number: u64, content: &[u8]) -> Vec<u8> {
    let words = [tag.to_le_bytes(), thread.to_le_bytes()].concat();
    let numbers = [number.to_le_bytes(), (content.len() as u64).to_le_bytes()].concat();
    [&words, &numbers, content].concat()
}

/// A snapshot as the helper writes it, with a chain of frame pointers on each stack.
fn whole(architecture: u32, threads: u32) -> Vec<u8> {
    let mut bytes = b"RKSTACKS\x02\0\0\0".to_vec();
    bytes.extend_from_slice(&architecture.to_le_bytes());
    let maps = "00400000-00500000 r-xp 00000000 00:00 0 \n70000000-70010000 rw-p 00000000 00:00 0 [stack]\n\
                7f0000000000-7f0000001000 r-xp 00001000 08:01 77 /usr/lib/some library.so (deleted)\n";
    bytes.extend(record(1, 7, 0, maps.as_bytes()));
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
        let tid = 8 + tid;
        bytes.extend(record(2, tid, 0, format!("{tid} (worker) S 1 7").as_bytes()));
        bytes.extend(record(3, tid, 0, &registers));
        bytes.extend(record(4, tid, STACK, &stack));
    }
    bytes.extend(record(9, 0, 0, b"what a newer helper says"));
    bytes.extend(record(6, 7, u64::from(threads), &[1; 16]));
    bytes
}

#[test]
fn mutated_snapshots_are_walked_or_refused_within_bounded_memory() {
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
    for promise in [1 << 20, i32::MAX as u64, u64::from(u32::MAX), u64::MAX] {
        let mut bytes = whole(1, 1);
        // The count of threads is before the length and the two times of the last record.
        let count = bytes.len() - 32;
        bytes[count..count + 8].copy_from_slice(&promise.to_le_bytes());
        let (answer, held) = most_held(|| snapshot(&bytes));
        assert!(answer.is_ok() && held < 64 * 1024, "{promise} threads promised: {held} bytes held");
        bytes[count + 8..count + 16].copy_from_slice(&promise.to_le_bytes());
        let (answer, held) = most_held(|| snapshot(&bytes));
        assert!(answer.is_err() && held < 16 * 1024, "{promise} bytes promised: {held} bytes held");
    }
}
