//! Splits a stream of bytes into JSON objects, which follow each other without a separator.

use rookery_nesting::MAX_DEPTH;

/// Longest message of a client, in bytes.
const LONGEST: usize = 128 * 1024;

/// Bytes of a stream, up to the end of the first object.
#[derive(Debug, Default)]
pub struct JsonReader {
    bytes: Vec<u8>,
    /// Bytes that were looked at.
    read: usize,
    depth: usize,
    in_text: bool,
    escaped: bool,
}

impl JsonReader {
    /// Appends bytes of the stream.
    pub fn push(&mut self, bytes: &[u8]) {
        self.bytes.extend_from_slice(bytes);
    }

    /// Takes the first object out, if it is complete. An error is a sentence; nothing can be read after it.
    pub fn take(&mut self) -> Result<Option<Vec<u8>>, String> {
        if self.depth == 0 {
            let blank = self.bytes.iter().take_while(|byte| byte.is_ascii_whitespace()).count();
            self.bytes.drain(..blank);
        }
        while let Some(byte) = self.bytes.get(self.read).copied() {
            self.read += 1;
            if self.step(byte)? {
                let rest = self.bytes.split_off(self.read);
                self.read = 0;
                return Ok(Some(std::mem::replace(&mut self.bytes, rest)));
            }
        }
        if self.bytes.len() > LONGEST {
            return Err(format!("A message may have at most {LONGEST} bytes."));
        }
        Ok(None)
    }

    /// Whether the object ends with this byte.
    fn step(&mut self, byte: u8) -> Result<bool, String> {
        if self.read > LONGEST {
            return Err(format!("A message may have at most {LONGEST} bytes."));
        }
        match byte {
            _ if self.in_text => {
                self.in_text = self.escaped || byte != b'"';
                self.escaped = !self.escaped && byte == b'\\';
            }
            b'{' | b'[' if self.depth > 0 || byte == b'{' => {
                self.depth += 1;
                if self.depth > MAX_DEPTH {
                    return Err(format!("A message is nested deeper than {MAX_DEPTH} levels."));
                }
            }
            _ if self.depth == 0 => {
                return Err(format!(
                    "A JSON object must start with '{{', not with '{}'.",
                    char::from(byte).escape_default()
                ));
            }
            b'}' | b']' => {
                self.depth -= 1;
                return Ok(self.depth == 0);
            }
            b'"' => self.in_text = true,
            _ => {}
        }
        Ok(false)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(parts: &[&str]) -> Result<Vec<String>, String> {
        let mut reader = JsonReader::default();
        let mut found = Vec::new();
        for part in parts {
            reader.push(part.as_bytes());
            while let Some(text) = reader.take()? {
                found.push(String::from_utf8(text).unwrap());
            }
        }
        Ok(found)
    }

    #[test]
    fn objects_are_found_wherever_the_stream_is_cut() {
        let objects = [r#"{"a":"}\"{\\"}"#, r#"{"b":[{},[1,"]"]]}"#, "{}"];
        let whole = format!(" {}{}\r\n{}\r\n", objects[0], objects[1], objects[2]);
        assert_eq!(texts(&[&whole]).unwrap(), objects);
        for cut in 0..whole.len() {
            assert_eq!(texts(&[&whole[..cut], &whole[cut..]]).unwrap(), objects, "{cut}");
        }
    }

    #[test]
    fn other_beginnings_depth_and_length_are_refused() {
        for wrong in ["GET / HTTP/1.1\r\n\r\n", "[1]", "}", "\u{16}\u{3}\u{1}", "1", "\"a\""] {
            assert!(texts(&[wrong]).unwrap_err().contains("'{'"), "{wrong}");
        }
        assert!(texts(&[&"{\"a\":".repeat(MAX_DEPTH + 1)]).unwrap_err().contains("nested"));
        let long = format!("{{\"a\":\"{}", "x".repeat(LONGEST));
        assert!(texts(&[&long]).unwrap_err().contains("bytes"));
        let parts: Vec<&str> =
            std::iter::once("{\"").chain(std::iter::repeat_n("abcdefgh", LONGEST)).collect();
        assert!(texts(&parts).unwrap_err().contains("bytes"));
    }
}
