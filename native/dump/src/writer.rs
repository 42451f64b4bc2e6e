//! Writes a dump item by item.

use std::io::{self, BufWriter, Write};

use crate::compression::{Compression, Compressor};
use crate::section::Section;

/// Bytes that the compressor takes with one call: each call of its library takes longer than copying an item.
const BUFFER: usize = 64 << 10;

/// Writes a dump.
pub struct DumpWriter<W: Write> {
    out: BufWriter<Compressor<W>>,
    /// A member precedes.
    has_members: bool,
    /// Within a list: whether an item precedes.
    in_section: Option<bool>,
    written: u64,
}

impl<W: Write> std::fmt::Debug for DumpWriter<W> {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("DumpWriter").field("written", &self.written).finish_non_exhaustive()
    }
}

impl<W: Write> DumpWriter<W> {
    /// Begins a dump.
    ///
    /// # Errors
    /// Those of the output.
    pub fn new(out: W, compression: Compression) -> io::Result<Self> {
        let mut writer = Self {
            out: BufWriter::with_capacity(BUFFER, Compressor::new(out, compression)?),
            has_members: false,
            in_section: None,
            written: 0,
        };
        writer.put(b"{")?;
        Ok(writer)
    }

    /// Bytes before compression.
    pub fn written(&self) -> u64 {
        self.written
    }

    /// The version of the writing server. Servers expect it first.
    ///
    /// # Errors
    /// Those of the output.
    pub fn build_version(&mut self, version: i64) -> io::Result<()> {
        self.member("BuildVersion")?;
        self.put(version.to_string().as_bytes())
    }

    /// The settings of the database, a JSON object.
    ///
    /// # Errors
    /// Those of the output.
    pub fn database_record(&mut self, json: &[u8]) -> io::Result<()> {
        self.member("DatabaseRecord")?;
        self.put(json)
    }

    /// Begins a list; the one before it ends.
    ///
    /// # Errors
    /// Those of the output.
    pub fn section(&mut self, section: &Section) -> io::Result<()> {
        self.member(section.name())?;
        self.put(b"[")?;
        self.in_section = Some(false);
        Ok(())
    }

    /// An item of the current list: a JSON object.
    ///
    /// # Errors
    /// Those of the output.
    pub fn item(&mut self, json: &[u8]) -> io::Result<()> {
        if self.in_section == Some(true) {
            self.put(b",")?;
        }
        self.in_section = Some(true);
        self.put(json)
    }

    /// Raw bytes of the last item, as many as its size says, in any number of pieces.
    ///
    /// # Errors
    /// Those of the output.
    pub fn content(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.put(bytes)
    }

    /// Ends the dump.
    ///
    /// # Errors
    /// Those of the output.
    pub fn finish(mut self) -> io::Result<W> {
        self.close_section()?;
        self.put(b"}")?;
        self.out.into_inner().map_err(io::IntoInnerError::into_error)?.finish()
    }

    fn member(&mut self, name: &str) -> io::Result<()> {
        self.close_section()?;
        if self.has_members {
            self.put(b",")?;
        }
        self.has_members = true;
        let name = serde_json::to_string(name).map_err(io::Error::other)?;
        self.put(name.as_bytes())?;
        self.put(b":")
    }

    fn close_section(&mut self) -> io::Result<()> {
        if self.in_section.take().is_some() { self.put(b"]") } else { Ok(()) }
    }

    fn put(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.written += bytes.len() as u64;
        self.out.write_all(bytes)
    }
}
