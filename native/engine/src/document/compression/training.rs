//! Trains a candidate dictionary on samples and evaluates it on documents it has not seen. Takes tens of
//! milliseconds: never on a caller's or the writer's thread.

use std::sync::Arc;

use bytes::Bytes;

use super::codec;
use super::dictionary::{Dictionary, Origin};
use super::policy;
use crate::document::date::Ticks;

/// zstd level of bodies with a dictionary, by measurement (`examples/compression.rs`).
pub(crate) const DICTIONARY_LEVEL: u8 = 1;
/// Fewer bytes are not enough to train on.
const LEAST_BYTES: usize = 2048;
/// The number of a candidate; no saved dictionary has it.
const UNNUMBERED: u32 = 0;

/// A dictionary worth being adopted.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Candidate {
    pub origin: Origin,
    pub bytes: Bytes,
}

/// Trains on all but the newest of `samples` (oldest first). `None`: the candidate compresses the newest ones
/// no better than the current encoding, or there are not enough samples.
pub(crate) fn train(
    collection: &str,
    samples: &[Vec<u8>],
    current: Option<&Arc<Dictionary>>,
    now: Ticks,
) -> Result<Option<Candidate>, String> {
    let (learned, held_out) =
        samples.split_at(samples.len() - policy::held_out(samples.len()).min(samples.len()));
    let bytes: usize = learned.iter().map(Vec::len).sum();
    if bytes < LEAST_BYTES {
        return Ok(None);
    }
    // zstd rejects samples that have nothing in common, or that are all the same: that is not a failure.
    let Ok(dictionary) = zstd::dict::from_samples(learned, policy::dictionary_cap(bytes)) else {
        return Ok(None);
    };
    let origin = Origin {
        collection: collection.to_owned(),
        created_at: now,
        level: DICTIONARY_LEVEL,
        samples: u32::try_from(learned.len()).unwrap_or(u32::MAX),
        ratio: 1.0,
    };
    let candidate = Dictionary::new(UNNUMBERED, origin, dictionary.into());
    let with_candidate = stored_bytes(held_out, Some(&candidate))?;
    let as_now = stored_bytes(held_out, current.map(|current| &**current))?;
    if !policy::is_better(with_candidate, as_now) {
        return Ok(None);
    }
    let original: usize = held_out.iter().map(Vec::len).sum();
    let ratio = with_candidate as f64 / original.max(1) as f64;
    let bytes = candidate.bytes().clone();
    Ok(Some(Candidate { origin: Origin { ratio, ..candidate.origin }, bytes }))
}

fn stored_bytes(bodies: &[Vec<u8>], dictionary: Option<&Dictionary>) -> Result<usize, String> {
    let number = if dictionary.is_some() { size_of::<u32>() } else { 0 };
    bodies
        .iter()
        .map(|body| codec::pack(body, dictionary, |packed| (packed.len() + number).min(body.len())))
        .sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn order(number: usize) -> Vec<u8> {
        format!(
            r#"{{"Company":"companies/{}-A","Employee":"employees/{}-A","Freight":{}.{},"Lines":[{{"Product":"products/{}-A","PricePerUnit":{},"Quantity":{}}}],"ShipTo":{{"City":"{}","Country":"Germany"}}}}"#,
            number * 7 % 91, number % 9, number * 13 % 400, number % 100, number * 31 % 77, number % 50, number % 20,
            ["Münster", "Köln", "Berlin", "Aachen"][number % 4],
        )
        .into_bytes()
    }

    fn noise(seed: u64, length: usize) -> Vec<u8> {
        let mut state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
        std::iter::repeat_with(|| {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            (state >> 32) as u8
        })
        .take(length)
        .collect()
    }

    #[test]
    fn documents_alike_give_a_dictionary_that_others_of_their_kind_gain_by() {
        let samples: Vec<_> = (0..256).map(order).collect();
        let candidate = train("Orders", &samples, None, 5).unwrap().unwrap();
        assert_eq!((candidate.origin.samples, candidate.origin.created_at), (224, 5));
        assert!(candidate.origin.ratio < 0.35, "{}", candidate.origin.ratio);
        assert!(candidate.bytes.len() <= samples.iter().map(Vec::len).sum::<usize>() / 3);
        let adopted = Arc::new(Dictionary::new(1, candidate.origin, candidate.bytes));
        assert_eq!(
            train("Orders", &samples, Some(&adopted), 6).unwrap(),
            None,
            "it is no better than itself"
        );
        for number in 1000..1010 {
            let body = order(number);
            let packed = codec::pack(&body, Some(&adopted), <[u8]>::to_vec).unwrap();
            assert!(packed.len() * 2 < body.len());
            assert_eq!(codec::unpack(&packed, body.len(), Some(&adopted)).unwrap(), body);
        }
    }

    #[test]
    fn noise_gives_none() {
        let samples: Vec<_> = (1..257).map(|seed| noise(seed, 300)).collect();
        assert_eq!(train("Noise", &samples, None, 5).unwrap(), None);
        assert_eq!(train("Few", &samples[..1], None, 5).unwrap(), None);
        assert_eq!(train("None", &[], None, 5).unwrap(), None);
    }
}
