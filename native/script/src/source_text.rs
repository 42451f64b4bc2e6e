//! Texts that definitions have in addition to their maps.

/// An additional source of an index: functions for its maps and its reduce.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AdditionalSource {
    /// Its name in the definition.
    pub name: String,
    /// JavaScript, or C# where the maps are C#.
    pub text: String,
}
