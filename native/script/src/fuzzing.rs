//! Entry points for `native/fuzz`. No other program enables this feature.

use crate::csharp::{self, Sources};
use crate::error::ScriptError;
use crate::source_text::AdditionalSource;

/// The JavaScript of a C# map.
///
/// # Errors
/// When the text is not translated.
pub fn csharp_map(text: &str) -> Result<String, ScriptError> {
    csharp::map(text, &Sources::default())
}

/// The JavaScript of a C# reduce.
///
/// # Errors
/// When the text is not translated.
pub fn csharp_reduce(text: &str) -> Result<String, ScriptError> {
    csharp::reduce(text, &Sources::default())
}

/// The JavaScript of a C# source, and of a map that uses it.
///
/// # Errors
/// When a text is not translated.
pub fn csharp_source(source: &str, map: &str) -> Result<(String, String), ScriptError> {
    let source = AdditionalSource { name: "source".to_owned(), text: source.to_owned() };
    let sources = Sources::of(&[source])?;
    let map = csharp::map(map, &sources)?;
    Ok((sources.javascript, map))
}
