//! Finds the end of one item and where its members begin and end, in one pass that can stop at any byte.
//!
//! Only the item's own members are parsed; nested values are skipped by counting brackets outside
//! of strings. Positions count from the item's first byte, so that they survive the buffer's moving.

use std::ops::Range;

use memchr::memchr2;

/// More members than any known command has, by far.
const MOST_MEMBERS: usize = 256;

/// One member of an item: its key with quotes, its value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Member {
    pub key: Range<usize>,
    pub value: Range<usize>,
}

/// The result of a scan.
#[derive(Debug, PartialEq, Eq)]
pub enum Scan {
    /// The item ends before this position.
    End(usize),
    /// All bytes are scanned, and the item continues.
    More,
    /// The byte at this position is invalid.
    Wrong(usize, String),
}

/// Where in an item the scan is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Place {
    /// Before the item's opening bracket.
    Start,
    /// After `{` (a key or the end) or after a comma (a key).
    Key,
    InKey,
    Colon,
    Value,
    /// A string as the member's value.
    InText,
    /// A number, `true`, `false` or `null`.
    InScalar,
    /// An object or array; brackets are counted in `depth`.
    Nested,
    /// A string somewhere inside an object or array.
    InNestedText,
    /// After a value: a comma or the end.
    AfterValue,
}

/// The scan's state between two calls.
#[derive(Debug)]
pub struct Scanner {
    place: Place,
    position: usize,
    depth: usize,
    /// Where the key or value in progress began.
    began: usize,
    key: Range<usize>,
    members: Vec<Member>,
}

/// Bytes that mean nothing inside a nested value: everything but quotes and brackets.
const PLAIN_TEXT_BYTES: [bool; 256] = {
    let mut table = [true; 256];
    table[b'"' as usize] = false;
    table[b'{' as usize] = false;
    table[b'}' as usize] = false;
    table[b'[' as usize] = false;
    table[b']' as usize] = false;
    table
};

impl Scanner {
    pub fn new() -> Self {
        Self { place: Place::Start, position: 0, depth: 0, began: 0, key: 0..0, members: Vec::new() }
    }

    /// Makes it ready for the next item.
    pub fn reset(&mut self) {
        self.place = Place::Start;
        self.position = 0;
        self.members.clear();
    }

    /// The members found, in order.
    pub fn members(&self) -> &[Member] {
        &self.members
    }

    /// Continues. `bytes` begins with the item's first byte and extends the bytes of the last call.
    pub fn scan(&mut self, bytes: &[u8]) -> Scan {
        while let Some(&byte) = bytes.get(self.position) {
            let at = self.position;
            match self.place {
                Place::Nested => {
                    let rest = &bytes[at..];
                    let Some(found) = rest.iter().position(|byte| !PLAIN_TEXT_BYTES[usize::from(*byte)])
                    else {
                        self.position = bytes.len();
                        break;
                    };
                    self.position = at + found + 1;
                    match rest[found] {
                        b'"' => self.place = Place::InNestedText,
                        b'{' | b'[' => self.depth += 1,
                        _ => {
                            self.depth -= 1;
                            if self.depth == 0 {
                                self.end_value(self.position);
                            }
                        }
                    }
                    continue;
                }
                Place::InNestedText => {
                    if !self.skip_text(bytes) {
                        break;
                    }
                    self.place = Place::Nested;
                    continue;
                }
                Place::InKey => {
                    if !self.skip_text(bytes) {
                        break;
                    }
                    self.key = self.began..self.position;
                    self.place = Place::Colon;
                    continue;
                }
                Place::InText => {
                    if !self.skip_text(bytes) {
                        break;
                    }
                    self.end_value(self.position);
                    continue;
                }
                Place::InScalar => {
                    if byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'+' | b'.') {
                        self.position += 1;
                    } else {
                        self.end_value(at);
                    }
                    continue;
                }
                _ if matches!(byte, b' ' | b'\t' | b'\r' | b'\n') => {}
                Place::Start if byte == b'{' => self.place = Place::Key,
                Place::Key if byte == b'"' => {
                    if self.members.len() == MOST_MEMBERS {
                        return Scan::Wrong(at, format!("it has more than {MOST_MEMBERS} members"));
                    }
                    self.began = at;
                    self.place = Place::InKey;
                }
                Place::Key | Place::AfterValue if byte == b'}' => {
                    self.position += 1;
                    return Scan::End(self.position);
                }
                Place::Colon if byte == b':' => self.place = Place::Value,
                Place::Value => {
                    self.began = at;
                    self.place = match byte {
                        b'"' => Place::InText,
                        b'{' | b'[' => {
                            self.depth = 1;
                            Place::Nested
                        }
                        b'-' | b'0'..=b'9' | b't' | b'f' | b'n' => Place::InScalar,
                        _ => return wrong(at, "a value", byte),
                    };
                }
                Place::AfterValue if byte == b',' => self.place = Place::Key,
                Place::Start => return wrong(at, "'{', the beginning of a command", byte),
                Place::Key => return wrong(at, "a member's name in quotes or '}'", byte),
                Place::Colon => return wrong(at, "':' after a member's name", byte),
                Place::AfterValue => return wrong(at, "',' or '}' after a member's value", byte),
            }
            self.position += 1;
        }
        Scan::More
    }

    /// Goes to the byte after the closing quote; false when the string does not end in `bytes`.
    fn skip_text(&mut self, bytes: &[u8]) -> bool {
        loop {
            let Some(found) = memchr2(b'"', b'\\', &bytes[self.position..]) else {
                self.position = bytes.len();
                return false;
            };
            let at = self.position + found;
            if bytes[at] == b'"' {
                self.position = at + 1;
                return true;
            }
            if at + 1 == bytes.len() {
                // The escaped character is still on its way: begin at the backslash again.
                self.position = at;
                return false;
            }
            self.position = at + 2;
        }
    }

    fn end_value(&mut self, end: usize) {
        self.members.push(Member { key: self.key.clone(), value: self.began..end });
        self.place = Place::AfterValue;
    }
}

fn wrong(at: usize, expected: &str, found: u8) -> Scan {
    Scan::Wrong(at, format!("expected {expected}, but found {}", shown(found)))
}

/// A byte for a person.
pub fn shown(byte: u8) -> String {
    match byte {
        b'\'' => "\"'\"".to_owned(),
        b' '..=b'~' => format!("'{}'", char::from(byte)),
        _ => format!("the byte 0x{byte:02x}"),
    }
}
