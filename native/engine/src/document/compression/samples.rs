//! The last documents of a collection, kept as training samples.

/// Documents kept.
pub(crate) const MOST: usize = 256;
/// Bytes kept at most; older documents go first.
const MOST_BYTES: usize = 4 << 20;

/// A ring of bodies. Buffers are reused, so adding a body costs only a copy.
#[derive(Debug, Default)]
pub(crate) struct Samples {
    bodies: Vec<Vec<u8>>,
    /// Where the next body goes once the ring is full; the oldest is there.
    next: usize,
    bytes: usize,
}

impl Samples {
    /// Adds a body; overwrites the oldest when the ring is full.
    pub(crate) fn push(&mut self, body: &[u8]) {
        if self.bodies.len() < MOST {
            self.bodies.push(body.to_vec());
        } else {
            let oldest = &mut self.bodies[self.next];
            self.bytes -= oldest.len();
            oldest.clear();
            // One large document must not keep its buffer forever.
            oldest.shrink_to(body.len().saturating_mul(2));
            oldest.extend_from_slice(body);
            self.next = (self.next + 1) % MOST;
        }
        self.bytes += body.len();
        let mut at = self.next;
        while self.bytes > MOST_BYTES {
            self.bytes -= self.bodies[at].len();
            self.bodies[at] = Vec::new();
            at = (at + 1) % self.bodies.len();
        }
    }

    /// Bytes of all bodies.
    pub(crate) fn bytes(&self) -> usize {
        self.bytes
    }

    /// The bodies, oldest first.
    pub(crate) fn in_order(&self) -> Vec<Vec<u8>> {
        let (newer, older) = self.bodies.split_at(self.next);
        older.iter().chain(newer).filter(|body| !body.is_empty()).cloned().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_ones_are_kept_in_order() {
        let mut samples = Samples::default();
        for number in 0..MOST + 40 {
            samples.push(number.to_string().as_bytes());
        }
        let kept = samples.in_order();
        let wanted: Vec<_> = (40..MOST + 40).map(|number| number.to_string().into_bytes()).collect();
        assert_eq!(kept, wanted);
        assert_eq!(samples.bytes(), wanted.iter().map(Vec::len).sum::<usize>());
    }

    #[test]
    fn bytes_are_bounded_and_the_oldest_go_first() {
        let mut samples = Samples::default();
        for number in 0..MOST + 10 {
            samples.push(&vec![u8::try_from(number % 251).unwrap(); 60_000]);
            assert!(samples.bytes() <= MOST_BYTES);
        }
        let kept = samples.in_order();
        assert_eq!(kept.len(), MOST_BYTES / 60_000);
        assert_eq!(kept.last().unwrap()[0], u8::try_from((MOST + 9) % 251).unwrap());
        assert_eq!(kept.iter().map(Vec::len).sum::<usize>(), samples.bytes());
    }
}
