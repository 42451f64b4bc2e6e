//! For the fuzzer: what a client of the port may send, as any bytes.

use super::handshake::{Answer, Header, answer};
use super::json_reader::JsonReader;
use super::session::acknowledgement;
use super::worker_options::SentOptions;
use crate::request::json_text;

/// What each message is as a header, as options and as an acknowledgement, and the error that ends the stream. The
/// bytes arrive in pieces of `step`.
#[doc(hidden)]
pub fn fuzz_messages(bytes: &[u8], step: usize) -> (Vec<String>, Option<String>) {
    let mut reader = JsonReader::default();
    let mut messages = Vec::new();
    for piece in bytes.chunks(step.max(1)) {
        reader.push(piece);
        loop {
            match reader.take() {
                Ok(Some(text)) => messages.push(meaning(&text)),
                Ok(None) => break,
                Err(sentence) => return (messages, Some(sentence)),
            }
        }
    }
    (messages, None)
}

fn meaning(text: &[u8]) -> String {
    let header = match json_text::<Header>(text, "The header").map(|header| answer(&header)) {
        Ok(Ok(Answer::Accepted { text, operation })) => format!("{operation:?} {text}"),
        Ok(Ok(Answer::OtherVersion(text))) => text,
        Ok(Err(failure)) => failure.sentence(),
        Err(error) => error.message.clone(),
    };
    let options = match json_text::<SentOptions>(text, "The options").and_then(SentOptions::read) {
        Ok(options) => format!("{options:?}"),
        Err(error) => error.message.clone(),
    };
    let acknowledged = acknowledgement(text).map_err(|failure| failure.sentence());
    format!("{header}\n{options}\n{acknowledged:?}")
}
