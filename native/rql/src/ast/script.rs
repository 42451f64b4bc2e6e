//! JavaScript inside RQL, kept as the text it is: this crate never runs it.

use super::Position;

/// A piece of JavaScript and its position in the query.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Script {
    /// The text between the outermost braces, without them.
    pub text: String,
    /// Where the text begins, so that an error in the script can be shown in the query.
    pub at: Position,
}

/// `declare function name(arguments) { body }`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Function {
    /// The name it is called by.
    pub name: String,
    /// The text between its parentheses: names, destructuring, defaults.
    pub arguments: String,
    /// The text between its braces.
    pub body: Script,
    /// The position of `declare`.
    pub at: Position,
}
