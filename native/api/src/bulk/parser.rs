//! The parser: `[item, item, …]`, with an attachment's bytes between items.

use bytes::{Bytes, BytesMut};

use super::error::BulkError;
use super::item::{self, Begun, Found, Item};
use super::scanner::{Scan, Scanner, shown};

/// Bytes of the next piece that are first appended to an incomplete item.
const FIRST_JOIN: usize = 1024;

/// Parses a bulk insert's stream. Feed it with [`BulkParser::push`], take all items, feed again.
#[derive(Debug)]
pub struct BulkParser {
    /// The current bytes. Usually a piece of the stream as it was pushed, without a copy.
    buffer: Bytes,
    /// How many of the buffer's first bytes are from before `next`, joined with a copy of the beginning of it
    /// because an item stretches over both; 0 when nothing is joined.
    joined: usize,
    /// The piece after the buffer, from its first byte on.
    next: Bytes,
    /// Bytes of the stream before the buffer's first.
    consumed: u64,
    /// Items begun so far.
    items: u64,
    state: State,
    scanner: Scanner,
    /// The longest item, and the longest attachment.
    limit: usize,
}

#[derive(Debug)]
enum State {
    /// Before the array.
    Start,
    /// In the array, before an item; whether a comma has to come first.
    Between { comma: bool },
    /// In an item.
    Item,
    /// In the bytes of an attachment.
    Content { offset: u64, id: String, name: String, content_type: String, length: usize },
    /// The array has ended; the rest is ignored.
    Done,
    /// The stream is invalid; no further item is returned.
    Broken(BulkError),
}

impl BulkParser {
    /// `limit` is the most bytes of one item and of one attachment.
    pub fn new(limit: usize) -> Self {
        Self {
            buffer: Bytes::new(),
            joined: 0,
            next: Bytes::new(),
            consumed: 0,
            items: 0,
            state: State::Start,
            scanner: Scanner::new(),
            limit,
        }
    }

    /// Takes the stream's next bytes. At most one unfinished item is ever kept, and what was pushed last.
    pub fn push(&mut self, bytes: Bytes) {
        if matches!(self.state, State::Done | State::Broken(_)) || bytes.is_empty() {
            return;
        }
        if self.next.is_empty() {
            self.next = bytes;
        } else {
            // Only when items were not taken in between.
            self.next = [&self.next[..], &bytes].concat().into();
        }
    }

    /// Appends more bytes of the next piece to the buffer; returns false without more.
    fn refill(&mut self) -> bool {
        if self.buffer.is_empty() {
            self.joined = 0;
            self.buffer = std::mem::take(&mut self.next);
            return !self.buffer.is_empty();
        }
        let copied = if self.joined == 0 { 0 } else { self.buffer.len() - self.joined };
        let missing = self.next.len() - copied;
        if missing == 0 {
            if copied > 0 {
                self.next = Bytes::new();
                self.joined = 0;
            }
            return false;
        }
        if self.joined == 0 {
            self.joined = self.buffer.len();
        }
        // Twice as much each time, so that a long item is not copied over and over.
        let more = missing.min(self.buffer.len().max(FIRST_JOIN));
        let mut longer = BytesMut::with_capacity(self.buffer.len() + more);
        longer.extend_from_slice(&self.buffer);
        longer.extend_from_slice(&self.next[copied..copied + more]);
        self.buffer = longer.freeze();
        true
    }

    /// Whether the array has ended.
    pub fn is_done(&self) -> bool {
        matches!(self.state, State::Done)
    }

    /// The error for a stream that ends before its array.
    pub fn cut_off(&self) -> BulkError {
        let within = if matches!(self.state, State::Item | State::Content { .. }) { self.items } else { 0 };
        BulkError {
            item: within,
            offset: self.consumed + self.waiting() as u64,
            problem: "the stream ended before the closing ']'; what was not taken yet must be sent again"
                .to_owned(),
        }
    }

    /// The next whole item; `None` until more bytes come, or when the array has ended.
    pub fn next_item(&mut self) -> Result<Option<Found>, BulkError> {
        let found = self.advance();
        if let Err(error) = &found {
            self.state = State::Broken(error.clone());
            self.forget();
        }
        found
    }

    fn advance(&mut self) -> Result<Option<Found>, BulkError> {
        loop {
            match &self.state {
                State::Done => return Ok(None),
                State::Broken(error) => return Err(error.clone()),
                State::Start | State::Between { .. } => {
                    if !self.between()? && !self.refill() {
                        return Ok(None);
                    }
                }
                State::Item => match self.scanner.scan(&self.buffer) {
                    Scan::More if self.buffer.len() > self.limit => {
                        return Err(self.problem(0, self.too_long("the item", self.buffer.len() as u64)));
                    }
                    Scan::More => {
                        if !self.refill() {
                            return Ok(None);
                        }
                    }
                    Scan::Wrong(at, problem) => return Err(self.problem(at, problem)),
                    Scan::End(end) => {
                        if let Some(item) = self.end_item(end)? {
                            return Ok(Some(item));
                        }
                    }
                },
                State::Content { length, .. } if self.buffer.len() < *length => {
                    if !self.refill() {
                        return Ok(None);
                    }
                }
                State::Content { .. } => {
                    let before = std::mem::replace(&mut self.state, State::Between { comma: true });
                    let State::Content { offset, id, name, content_type, length } = before else { continue };
                    let content = self.take(length);
                    let item = Item::Attachment { id, name, content_type, content };
                    return Ok(Some(Found { number: self.items, offset, item }));
                }
            }
        }
    }

    /// Reads the separators between items; returns false when bytes are missing.
    fn between(&mut self) -> Result<bool, BulkError> {
        let blank = |byte: &u8| matches!(byte, b' ' | b'\t' | b'\r' | b'\n');
        let blanks = self.buffer.iter().take_while(|byte| blank(byte)).count();
        self.skip(blanks);
        let Some(&byte) = self.buffer.first() else { return Ok(false) };
        match (&self.state, byte) {
            (State::Start, b'[') => {
                self.skip(1);
                self.state = State::Between { comma: false };
            }
            (State::Start, other) => {
                let problem =
                    format!("expected '[', the beginning of the commands, but found {}", shown(other));
                return Err(self.problem(0, problem));
            }
            (State::Between { .. }, b']') => {
                self.skip(1);
                self.state = State::Done;
                self.forget();
            }
            (State::Between { comma: true }, b',') => {
                self.skip(1);
                self.state = State::Between { comma: false };
            }
            (State::Between { comma: true }, other) => {
                let problem = format!("expected ',' or ']' after a command, but found {}", shown(other));
                return Err(self.problem(0, problem));
            }
            _ => {
                self.items += 1;
                self.scanner.reset();
                self.state = State::Item;
            }
        }
        Ok(true)
    }

    /// Takes the item that ends before `end`; `None` when its bytes follow.
    fn end_item(&mut self, end: usize) -> Result<Option<Found>, BulkError> {
        let offset = self.consumed;
        if end > self.limit {
            return Err(self.problem(0, self.too_long("the item", end as u64)));
        }
        let bytes = self.take(end);
        let broken = |problem| BulkError { item: self.items, offset, problem };
        match item::read(&bytes, self.scanner.members()).map_err(broken)? {
            Begun::Whole(item) => {
                self.state = State::Between { comma: true };
                Ok(Some(Found { number: self.items, offset, item }))
            }
            Begun::Content { id, name, content_type, length } => {
                let length = usize::try_from(length)
                    .ok()
                    .filter(|length| *length <= self.limit)
                    .ok_or_else(|| broken(self.too_long("the attachment", length)))?;
                self.state = State::Content { offset, id, name, content_type, length };
                Ok(None)
            }
        }
    }

    fn take(&mut self, length: usize) -> Bytes {
        self.consumed += length as u64;
        let taken = self.buffer.split_to(length);
        if self.joined > length {
            self.joined -= length;
        } else if self.joined > 0 {
            // What stretched over both pieces is taken: continue in the second itself, not in the copy.
            self.buffer = std::mem::take(&mut self.next).slice(length - self.joined..);
            self.joined = 0;
        }
        taken
    }

    fn skip(&mut self, length: usize) {
        if length > 0 {
            self.take(length);
        }
    }

    /// Bytes pushed and not yet taken.
    pub fn waiting(&self) -> usize {
        if self.joined > 0 { self.joined + self.next.len() } else { self.buffer.len() + self.next.len() }
    }

    fn forget(&mut self) {
        self.buffer = Bytes::new();
        self.next = Bytes::new();
        self.joined = 0;
    }

    fn problem(&self, at: usize, problem: String) -> BulkError {
        BulkError { item: self.items, offset: self.consumed + at as u64, problem }
    }

    fn too_long(&self, what: &str, length: u64) -> String {
        format!(
            "{what} is at least {length} bytes long, and {} is the most this server takes in one piece",
            self.limit
        )
    }
}

/// For the fuzzer: parsing any bytes, in pieces of `step`, ends without a panic.
#[doc(hidden)]
pub fn fuzz_stream(bytes: &[u8], step: usize) -> (Vec<Found>, Option<BulkError>) {
    let mut parser = BulkParser::new(64 * 1024);
    let mut items = Vec::new();
    for piece in bytes.chunks(step.max(1)) {
        parser.push(Bytes::copy_from_slice(piece));
        loop {
            match parser.next_item() {
                Ok(Some(found)) => items.push(found),
                Ok(None) => break,
                Err(error) => return (items, Some(error)),
            }
        }
    }
    (items, None)
}
