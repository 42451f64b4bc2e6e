//! A JavaScript value as JSON text, in the form in which RavenDB writes the result of a script.
//!
//! Functions and `undefined` are `null`, `NaN` is the string `"NaN"`, dates are strings with seven digits, an
//! object inside itself is `null`. Symbols and big integers are rejected.

use rookery_nesting::MAX_DEPTH;
use rquickjs::function::This;
use rquickjs::object::Filter;
use rquickjs::{Ctx, Exception, Function, Object, String as Text, Value};

use super::numbers::{Numbers, Used};

/// Longer text is rejected: a few objects that contain each other many times would be written without end.
const MAX_BYTES: usize = 64 * 1024 * 1024;

/// Metadata that the engine adds to a document for scripts; not part of the result.
const COMPLETED: [&str; 5] = ["@id", "@change-vector", "@last-modified", "@flags", "@index-score"];

/// Writes a value.
pub(crate) fn value<'js>(ctx: &Ctx<'js>, value: &Value<'js>) -> rquickjs::Result<Vec<u8>> {
    let mut writer = Writer::new(ctx, None);
    writer.value(value)?;
    Ok(writer.out)
}

/// Writes a document: without the engine's metadata, and numbers as they were spelled.
pub(crate) fn document<'js>(
    ctx: &Ctx<'js>,
    value: &Value<'js>,
    numbers: Option<&Numbers>,
) -> rquickjs::Result<Vec<u8>> {
    let mut writer = Writer::new(ctx, numbers);
    writer.document(value)?;
    if let Some(numbers) = numbers {
        let mut certain = numbers.clone();
        if certain.forget_uncertain(&writer.used) {
            let mut again = Writer::new(ctx, Some(&certain));
            again.document(value)?;
            return Ok(again.out);
        }
    }
    Ok(writer.out)
}

struct Writer<'a, 'js> {
    ctx: &'a Ctx<'js>,
    out: Vec<u8>,
    numbers: Option<&'a Numbers>,
    used: Used,
    /// The objects around the one being written.
    around: Vec<Object<'js>>,
}

impl<'a, 'js> Writer<'a, 'js> {
    fn new(ctx: &'a Ctx<'js>, numbers: Option<&'a Numbers>) -> Self {
        Self { ctx, out: Vec::with_capacity(256), numbers, used: Used::default(), around: Vec::new() }
    }

    fn document(&mut self, value: &Value<'js>) -> rquickjs::Result<()> {
        let Some(object) = value.as_object().filter(|_| !value.is_array() && !value.is_function()) else {
            return self.value(value);
        };
        self.around.push(object.clone());
        self.out.push(b'{');
        for property in object.own_props::<Text<'js>, Value<'js>>(Filter::new().string().enum_only()) {
            let (name, value) = property?;
            let name = text_of(self.ctx, &name)?;
            if name == "@metadata"
                && let Some(metadata) = value.as_object()
            {
                self.metadata(metadata)?;
            } else {
                self.member(&name, &value)?;
            }
        }
        self.out.push(b'}');
        self.around.pop();
        Ok(())
    }

    fn metadata(&mut self, metadata: &Object<'js>) -> rquickjs::Result<()> {
        self.around.push(metadata.clone());
        let start = self.out.len();
        self.name("@metadata");
        self.out.push(b'{');
        let empty = self.out.len();
        for property in metadata.own_props::<Text<'js>, Value<'js>>(Filter::new().string().enum_only()) {
            let (name, value) = property?;
            let name = text_of(self.ctx, &name)?;
            if !COMPLETED.contains(&name.as_str()) {
                self.member(&name, &value)?;
            }
        }
        if self.out.len() == empty {
            self.out.truncate(start);
        } else {
            self.out.push(b'}');
        }
        self.around.pop();
        Ok(())
    }

    fn value(&mut self, value: &Value<'js>) -> rquickjs::Result<()> {
        if self.out.len() > MAX_BYTES {
            return Err(refuse(self.ctx, "What the script makes is too large: more than 64 MB of JSON."));
        }
        if let Some(number) = value.as_number() {
            self.number(number);
        } else if let Some(text) = value.as_string() {
            let text = text_of(self.ctx, text)?;
            push_text(&mut self.out, &text);
        } else if let Some(flag) = value.as_bool() {
            self.out.extend_from_slice(if flag { b"true" } else { b"false" });
        } else if value.is_symbol() || value.is_big_int() {
            let kind = if value.is_symbol() { "Symbol" } else { "BigInt" };
            return Err(refuse(
                self.ctx,
                &format!("A value of the type {kind} cannot be stored in a document."),
            ));
        } else if let Some(object) = value.as_object().filter(|_| !value.is_function()) {
            self.object(object)?;
        } else {
            self.out.extend_from_slice(b"null");
        }
        Ok(())
    }

    fn object(&mut self, object: &Object<'js>) -> rquickjs::Result<()> {
        if self.around.contains(object) {
            self.out.extend_from_slice(b"null");
            return Ok(());
        }
        if self.around.len() >= MAX_DEPTH {
            return Err(refuse(
                self.ctx,
                &format!("A value the script makes is nested deeper than {MAX_DEPTH} levels."),
            ));
        }
        self.around.push(object.clone());
        if let Some(array) = object.as_array() {
            self.out.push(b'[');
            for (index, element) in array.iter::<Value<'js>>().enumerate() {
                if index > 0 {
                    self.out.push(b',');
                }
                self.value(&element?)?;
            }
            self.out.push(b']');
        } else {
            let start = self.out.len();
            self.out.push(b'{');
            for property in object.own_props::<Text<'js>, Value<'js>>(Filter::new().string().enum_only()) {
                let (name, value) = property?;
                let name = text_of(self.ctx, &name)?;
                self.member(&name, &value)?;
            }
            self.out.push(b'}');
            if self.out.len() == start + 2
                && let Some(date) = date_text(self.ctx, object)?
            {
                self.out.truncate(start);
                push_text(&mut self.out, &date);
            }
        }
        self.around.pop();
        Ok(())
    }

    fn member(&mut self, name: &str, value: &Value<'js>) -> rquickjs::Result<()> {
        self.name(name);
        self.value(value)
    }

    fn name(&mut self, name: &str) {
        if self.out.last() != Some(&b'{') {
            self.out.push(b',');
        }
        push_text(&mut self.out, name);
        self.out.push(b':');
    }

    fn number(&mut self, number: f64) {
        if let Some(text) = self.numbers.and_then(|numbers| numbers.text(number, &mut self.used)) {
            return self.out.extend_from_slice(text.as_bytes());
        }
        push_number(&mut self.out, number);
    }
}

/// A number in the format of scripts.
pub(crate) fn push_number(out: &mut Vec<u8>, number: f64) {
    const EXACT: f64 = 9_007_199_254_740_992.0;
    if number.is_nan() {
        out.extend_from_slice(b"\"NaN\"");
    } else if number.is_infinite() {
        out.extend_from_slice(if number > 0.0 { b"\"Infinity\"" } else { b"\"-Infinity\"" });
    } else if number.fract() == 0.0 && number.abs() < EXACT && !(number == 0.0 && number.is_sign_negative()) {
        out.extend_from_slice(format!("{}", number as i64).as_bytes());
    } else if let Some(number) = serde_json::Number::from_f64(number) {
        out.extend_from_slice(number.to_string().as_bytes());
    }
}

/// A JSON string.
pub(crate) fn push_text(out: &mut Vec<u8>, text: &str) {
    out.push(b'"');
    let mut from = 0;
    for (at, byte) in text.bytes().enumerate() {
        let escaped: &[u8] = match byte {
            b'"' => b"\\\"",
            b'\\' => b"\\\\",
            b'\n' => b"\\n",
            b'\r' => b"\\r",
            b'\t' => b"\\t",
            0..=0x1f => {
                out.extend_from_slice(&text.as_bytes()[from..at]);
                out.extend_from_slice(format!("\\u{byte:04x}").as_bytes());
                from = at + 1;
                continue;
            }
            _ => continue,
        };
        out.extend_from_slice(&text.as_bytes()[from..at]);
        out.extend_from_slice(escaped);
        from = at + 1;
    }
    out.extend_from_slice(&text.as_bytes()[from..]);
    out.push(b'"');
}

/// A JavaScript string; an unpaired surrogate becomes the replacement character.
pub(crate) fn text_of<'js>(ctx: &Ctx<'js>, text: &Text<'js>) -> rquickjs::Result<String> {
    match text.to_string() {
        Err(rquickjs::Error::Utf8(_)) => {
            let prototype: Object<'js> = ctx.globals().get::<_, Object<'js>>("String")?.get("prototype")?;
            let mend: Function<'js> = prototype.get("toWellFormed")?;
            mend.call::<_, Text<'js>>((This(text.clone()),))?.to_string()
        }
        other => other,
    }
}

/// The text of a date object. An invalid date is written as `null`.
fn date_text<'js>(ctx: &Ctx<'js>, object: &Object<'js>) -> rquickjs::Result<Option<String>> {
    let date: Object<'js> = ctx.globals().get("Date")?;
    if !object.is_instance_of(&date) {
        return Ok(None);
    }
    let to_json: Function<'js> = date.get::<_, Object<'js>>("prototype")?.get("toJSON")?;
    let text = to_json.call::<_, Option<Text<'js>>>((This(object.clone()),))?;
    let text = text.map(|text| text_of(ctx, &text)).transpose()?;
    // JavaScript dates have three digits of a second; documents have seven.
    Ok(text.map(|text| match text.strip_suffix('Z') {
        Some(rest) => format!("{rest}0000Z"),
        None => text,
    }))
}

fn refuse(ctx: &Ctx<'_>, message: &str) -> rquickjs::Error {
    Exception::throw_type(ctx, message)
}
