//! One named function at an address.

/// What is known of one function at one address.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct NamedFrame {
    pub function: Option<String>,
    pub file: Option<String>,
    pub line: Option<u32>,
    pub inlined: bool,
}
