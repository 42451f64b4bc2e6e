//! Reads a dump item by item.

use std::io::Read;
use std::ops::Range;

use bytes::Bytes;
use serde::de::IgnoredAny;

use crate::compression::Compression;
use crate::cursor::ByteCursor;
use crate::error::DumpError;
use crate::item_scan::{ScannedItem, scan_item};
use crate::items;
use crate::items::document::{DocumentHead, metadata_in};
use crate::json_scan::take_value;
use crate::memory_budget::MemoryBudget;
use crate::section::Section;

/// Bytes after the last bracket that are read so that a checksum behind them is verified.
const REST: u64 = 1 << 20;

/// Most bytes that are allocated for an item before it is read.
const MOST_GUESS: usize = 64 * 1024;

/// Most bytes of the name of a section.
const SHORT: u64 = 4096;

/// The most that the reader may hold.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// Bytes of one item's JSON.
    pub item: u64,
    /// Bytes of one attachment.
    pub content: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Self { item: 128 << 20, content: 512 << 20 }
    }
}

/// What comes next in a dump.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Event {
    /// The version of the server that wrote it.
    BuildVersion(i64),
    /// The settings of the database, an object.
    DatabaseRecord(Item),
    /// A list begins; items follow.
    Section(Section),
    /// An item of the last section.
    Item(Item),
    /// The dump is complete.
    End,
}

/// One item.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Item {
    /// Where it begins.
    pub offset: u64,
    /// Its text, an object. Known to be JSON only without `@metadata`.
    pub json: Bytes,
    /// Where its member `@metadata` is, if it has been found.
    metadata: Option<Range<usize>>,
    /// The raw bytes that follow it: [`DumpReader::content`] takes them, the next event skips them.
    pub content: Option<u64>,
}

impl Item {
    /// Its metadata, or the whole item where they are not found.
    fn metadata_text(&self) -> &[u8] {
        self.metadata.clone().map_or(&self.json, |range| &self.json[range])
    }

    /// What its metadata says, for a document or revision. Members of an unexpected type count as missing.
    ///
    /// # Errors
    /// When it is nested too deep or its metadata is not an object.
    pub fn document_head(&self) -> Result<DocumentHead, String> {
        match &self.metadata {
            Some(range) => DocumentHead::read_metadata(&self.json[range.clone()]),
            None => DocumentHead::read(&self.json),
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum State {
    Begin,
    /// Within the dump's object: before a member or its end.
    Members {
        first: bool,
    },
    /// Within a list.
    Items {
        section: Section,
        first: bool,
    },
    End,
}

/// Reads a dump from a source of bytes.
pub struct DumpReader<'a> {
    cursor: ByteCursor<'a>,
    limits: Limits,
    state: State,
    /// Raw bytes of the last item that are not read yet.
    content: u64,
    budget: MemoryBudget<'a>,
    /// Bytes of the last item's JSON.
    held: u64,
}

impl std::fmt::Debug for DumpReader<'_> {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("DumpReader").field("offset", &self.offset()).finish_non_exhaustive()
    }
}

impl<'a> DumpReader<'a> {
    /// Reads the first bytes and recognizes the compression.
    ///
    /// # Errors
    /// When they are those of no dump.
    pub fn new(source: impl Read + 'a, limits: Limits) -> Result<Self, DumpError> {
        let cursor = ByteCursor::new(source)?;
        let budget = MemoryBudget::new(cursor.window(), None);
        Ok(Self { cursor, limits, state: State::Begin, content: 0, budget, held: 0 })
    }

    /// Calls `reserve` with the number of bytes to be held in all, before more of a large item or of the decompression
    /// are held and after an item, and ends with [`DumpError::NoMemory`] where it returns false.
    #[must_use]
    pub fn with_memory_of(mut self, reserve: impl FnMut(u64) -> bool + 'a) -> Self {
        self.budget = MemoryBudget::new(self.cursor.window(), Some(Box::new(reserve)));
        self
    }

    /// How it is compressed.
    pub fn compression(&self) -> Compression {
        self.cursor.compression()
    }

    /// Bytes of the decompressed dump that were read.
    pub fn offset(&self) -> u64 {
        self.cursor.offset()
    }

    /// The next event; [`Event::End`] again after the end.
    ///
    /// # Errors
    /// When the dump cannot be read further.
    pub fn next_event(&mut self) -> Result<Event, DumpError> {
        self.skip_content()?;
        self.budget.free();
        match std::mem::replace(&mut self.state, State::End) {
            State::Begin => {
                self.begin()?;
                self.member(true)
            }
            State::Members { first } => self.member(first),
            State::Items { section, first } => self.item(section, first),
            State::End => Ok(Event::End),
        }
    }

    /// The raw bytes of the last item.
    ///
    /// # Errors
    /// When there are more than the limit, or the dump ends within them.
    pub fn content(&mut self) -> Result<Bytes, DumpError> {
        let size = std::mem::take(&mut self.content);
        if size > self.limits.content {
            let (offset, limit) = (self.offset(), self.limits.content);
            return Err(DumpError::TooLarge { offset, what: "An attachment", limit });
        }
        // Reserved as it arrives: the size is only what the dump says.
        let mut content = Vec::new();
        let offset = self.offset();
        let mut budget = self.budget.item(offset, self.limits.content, "An attachment", self.held);
        copy(&mut self.cursor, size, |bytes| {
            content.extend_from_slice(bytes);
            budget.hold(content.len())
        })?;
        Ok(content.into())
    }

    fn skip_content(&mut self) -> Result<(), DumpError> {
        let size = std::mem::take(&mut self.content);
        copy(&mut self.cursor, size, |_| Ok(()))
    }

    fn begin(&mut self) -> Result<(), DumpError> {
        self.budget.reserve(0, 0)?;
        // A byte-order mark, as some editors write it.
        if self.cursor.peek()? == Some(0xEF) {
            self.cursor.consume(3);
        }
        match self.cursor.peek_token()? {
            Some(b'{') => self.cursor.consume(1),
            None => return Err(self.cursor.cut("its first bytes")),
            Some(_) => return Err(self.cursor.malformed("a dump is a JSON object, and this is none")),
        }
        Ok(())
    }

    fn member(&mut self, first: bool) -> Result<Event, DumpError> {
        const PLACE: &str = "the dump's object, before its last bracket";
        let mut token = self.cursor.peek_token()?;
        if token == Some(b',') && !first {
            self.cursor.consume(1);
            token = self.cursor.peek_token()?;
        } else if !first && !matches!(token, None | Some(b'}')) {
            return Err(self.cursor.malformed("a comma or the last bracket of the dump is missing"));
        }
        match token {
            None => return Err(self.cursor.cut(PLACE)),
            Some(b'}') => {
                self.cursor.consume(1);
                return self.end();
            }
            Some(b'"') => {}
            Some(_) => return Err(self.cursor.malformed("the name of a section must follow")),
        }
        let offset = self.offset();
        let mut name = Vec::new();
        take_value(&mut self.cursor, &mut name, &PLACE, &mut self.budget.item(offset, SHORT, "A name", 0))?;
        let name: String = serde_json::from_slice(&name).map_err(|error| DumpError::Malformed {
            offset,
            reason: format!("the name of a section is not JSON text: {error}"),
        })?;
        match self.cursor.peek_token()? {
            Some(b':') => self.cursor.consume(1),
            None => return Err(self.cursor.cut(PLACE)),
            Some(_) => return Err(self.cursor.malformed(format!("a colon must follow the name '{name}'"))),
        }
        self.state = State::Members { first: false };
        match name.as_str() {
            "BuildVersion" => self.build_version(),
            "DatabaseRecord" => Ok(Event::DatabaseRecord(self.take_item("DatabaseRecord")?)),
            _ => self.section(name),
        }
    }

    fn build_version(&mut self) -> Result<Event, DumpError> {
        self.cursor.peek_token()?;
        let offset = self.offset();
        let mut text = Vec::new();
        let mut budget = self.budget.item(offset, SHORT, "BuildVersion", 0);
        take_value(&mut self.cursor, &mut text, &"BuildVersion", &mut budget)?;
        match serde_json::from_slice(&text) {
            Ok(version) => Ok(Event::BuildVersion(version)),
            Err(_) if self.cursor.peek()?.is_none() => Err(self.cursor.cut("BuildVersion")),
            Err(_) => {
                Err(DumpError::Malformed { offset, reason: "BuildVersion must be a number".to_owned() })
            }
        }
    }

    fn section(&mut self, name: String) -> Result<Event, DumpError> {
        match self.cursor.peek_token()? {
            Some(b'[') => self.cursor.consume(1),
            None => return Err(self.cursor.cut(format!("the section {name}"))),
            Some(_) => {
                return Err(self.cursor.malformed(format!("the section {name} must be a list")));
            }
        }
        let section = Section::of(name);
        self.state = State::Items { section: section.clone(), first: true };
        Ok(Event::Section(section))
    }

    fn item(&mut self, section: Section, first: bool) -> Result<Event, DumpError> {
        let mut token = self.cursor.peek_token()?;
        if token == Some(b',') && !first {
            self.cursor.consume(1);
            token = self.cursor.peek_token()?;
        } else if !first && !matches!(token, None | Some(b']')) {
            return Err(self.cursor.malformed(format!(
                "a comma or the end of the list must follow an item of {}; the size of an attachment before it may \
                 be wrong",
                section.name()
            )));
        }
        match token {
            None => Err(self.cursor.cut(format!("the section {}", section.name()))),
            Some(b']') => {
                self.cursor.consume(1);
                self.state = State::Members { first: false };
                self.member(false)
            }
            Some(_) => {
                let mut item = self.take_item(section.name())?;
                item.content = items::content_size(&section, &item.json, item.metadata_text())
                    .map_err(|reason| DumpError::Malformed { offset: item.offset, reason })?;
                self.content = item.content.unwrap_or(0);
                self.state = State::Items { section, first: false };
                Ok(Event::Item(item))
            }
        }
    }

    fn take_item(&mut self, place: &str) -> Result<Item, DumpError> {
        match self.cursor.peek_token()? {
            Some(b'{') => {}
            None => return Err(self.cursor.cut(place)),
            Some(_) => return Err(self.cursor.malformed(format!("an item of {place} must be an object"))),
        }
        let offset = self.offset();
        // An import rejects it alone when it is not JSON.
        if let Some(ScannedItem { length, metadata }) = scan_item(self.cursor.available()?)
            && length as u64 <= self.limits.item
        {
            let json = Bytes::copy_from_slice(&self.cursor.available()?[..length]);
            self.cursor.consume(length);
            self.held = length as u64;
            return Ok(Item { offset, json, metadata: Some(metadata), content: None });
        }
        // Neighbours are of similar length.
        let mut json = Vec::with_capacity(
            usize::try_from(self.held + self.held / 4).map_or(0, |size| size.min(MOST_GUESS)),
        );
        let mut budget = self.budget.item(offset, self.limits.item, "An item", 0);
        take_value(&mut self.cursor, &mut json, &format_args!("an item of {place}"), &mut budget)?;
        self.held = json.len() as u64;
        // An item that is nested too deep is complete as well; who takes it refuses it alone.
        let mut metadata = None;
        if rookery_nesting::json::check("The item", &json).is_ok() {
            metadata = metadata_in(&json);
            if metadata.is_none() {
                serde_json::from_slice::<IgnoredAny>(&json).map_err(|error| DumpError::Malformed {
                    offset,
                    reason: format!("an item of {place} is not valid JSON: {error}"),
                })?;
            }
        }
        Ok(Item { offset, json: json.into(), metadata, content: None })
    }

    fn end(&mut self) -> Result<Event, DumpError> {
        self.state = State::End;
        let end = self.offset();
        while self.offset() - end < REST {
            let length = self.cursor.available()?.len();
            if length == 0 {
                break;
            }
            self.cursor.consume(length);
        }
        Ok(Event::End)
    }
}

fn copy(
    cursor: &mut ByteCursor<'_>,
    size: u64,
    mut take: impl FnMut(&[u8]) -> Result<(), DumpError>,
) -> Result<(), DumpError> {
    let mut left = size;
    while left > 0 {
        let available = cursor.available()?;
        if available.is_empty() {
            return Err(cursor.cut(format!("the {size} bytes of an attachment or time series")));
        }
        let taken = available.len().min(usize::try_from(left).unwrap_or(usize::MAX));
        take(&available[..taken])?;
        cursor.consume(taken);
        left -= taken as u64;
    }
    Ok(())
}
