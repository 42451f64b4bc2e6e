//! Entry points for `native/fuzz`. No other program enables this feature.

use crate::csharp;
use crate::error::ScriptError;

/// The JavaScript of a C# map.
///
/// # Errors
/// When the text is not translated.
pub fn csharp_map(text: &str) -> Result<String, ScriptError> {
    csharp::map(text)
}

/// The JavaScript of a C# reduce.
///
/// # Errors
/// When the text is not translated.
pub fn csharp_reduce(text: &str) -> Result<String, ScriptError> {
    csharp::reduce(text)
}
