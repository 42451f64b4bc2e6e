//! What a word counts in a score: BM25 without the length of the text.

/// How quickly more of the same word stops counting; BM25's usual value.
const SATURATION: f64 = 1.2;

/// The inverse document frequency (IDF) of a term that is in `seen` of `documents`.
#[expect(clippy::cast_precision_loss, reason = "a score is a guess; counts of documents stay far below 2^52")]
pub fn inverse_document_frequency(seen: u64, documents: u64) -> f64 {
    let (seen, documents) = (seen as f64, documents.max(seen) as f64);
    (1.0 + (documents - seen + 0.5) / (seen + 0.5)).ln()
}

/// The weight of a term frequency, which saturates.
#[expect(clippy::cast_precision_loss, reason = "nobody writes a word 2^52 times")]
pub fn saturated_frequency(times: usize) -> f64 {
    let times = times as f64;
    times * (SATURATION + 1.0) / (times + SATURATION)
}
