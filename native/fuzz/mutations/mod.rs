//! Deterministic mutations of inputs: a short version of the fuzzer, the same on every machine. Included by
//! the tests of several crates; independent of the format of the bytes.

/// Calls `look` with each of `valid` unchanged, then with `cases` mutated forms of them.
pub fn each(valid: &[Vec<u8>], cases: u64, mut look: impl FnMut(&[u8])) {
    for input in valid {
        look(input);
    }
    let mut dice = Dice(cases ^ 0x5eed);
    for _ in 0..cases {
        let mut input = valid[dice.below(valid.len())].clone();
        for _ in 0..=dice.below(4) {
            bend(&mut input, valid, &mut dice);
        }
        look(&input);
    }
}

const NUMBERS: [u64; 12] =
    [0, 1, 2, 0x7f, 0x80, 0xff, 0xffff, 0x7fff_ffff, 0x8000_0000, 0xffff_ffff, i64::MAX as u64, u64::MAX];

fn bend(input: &mut Vec<u8>, valid: &[Vec<u8>], dice: &mut Dice) {
    let at = dice.below(input.len() + 1);
    match dice.below(9) {
        0 => input.truncate(at),
        1 => {
            if let Some(byte) = input.get_mut(at) {
                *byte ^= 1 << dice.below(8);
            }
        }
        2 => {
            if let Some(byte) = input.get_mut(at) {
                *byte = dice.roll() as u8;
            }
        }
        3 => {
            let number = NUMBERS[dice.below(NUMBERS.len())].to_le_bytes();
            let width = [1, 2, 4, 8][dice.below(4)];
            for (byte, value) in input[at..].iter_mut().zip(&number[..width]) {
                *byte = *value;
            }
        }
        4 => {
            let end = (at + dice.below(16)).min(input.len());
            input.drain(at..end);
        }
        5 => {
            let end = (at + dice.below(40)).min(input.len());
            let piece = input[at..end].to_vec();
            input.splice(at..at, piece);
        }
        6 => {
            let other = &valid[dice.below(valid.len())];
            let from = dice.below(other.len() + 1);
            let end = (from + dice.below(64)).min(other.len());
            input.splice(at..at, other[from..end].iter().copied());
        }
        7 => {
            const TOKENS: [&[u8]; 14] = [
                b"{",
                b"}",
                b"[",
                b"]",
                b"\"",
                b"\\",
                b"\\u0000",
                b"\\ud800",
                b",",
                b"\n",
                b"'",
                b"-1e999",
                b"\xff",
                b"\xf0\x9f\x98",
            ];
            let times = [1, 1, 1, 200][dice.below(4)];
            input.splice(at..at, TOKENS[dice.below(TOKENS.len())].repeat(times));
        }
        _ => input.insert(at, dice.roll() as u8),
    }
}

struct Dice(u64);

impl Dice {
    fn roll(&mut self) -> u64 {
        self.0 = self.0.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
        (self.0 ^ (self.0 >> 31)).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 17
    }

    fn below(&mut self, end: usize) -> usize {
        (self.roll() % end as u64) as usize
    }
}
