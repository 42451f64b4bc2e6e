//! What is known of the types of values.

use std::rc::Rc;

/// What is known of a value.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Type {
    Unknown,
    Int,
    /// `long`: sums of it do not overflow like those of `int`.
    Long,
    /// `double`, `float` or `decimal`.
    Real,
    Text,
    /// A text of one character.
    Char,
    Bool,
    Date,
    Span,
    /// A document: its `Id` is the document's.
    Document,
    /// An object whose members are exactly its fields, such as an entry of a reduce.
    Entry,
    /// A group with a key, and the type of its elements.
    Group(Rc<Type>),
    List(Rc<Type>),
    /// `HashSet`.
    Set(Rc<Type>),
    /// `Dictionary`: an object.
    Dictionary,
    /// `StringBuilder`.
    Builder,
    /// An anonymous object, and the types of its members.
    Object(Rc<[(String, Type)]>),
}

impl Type {
    pub(super) fn is_whole(&self) -> bool {
        matches!(self, Self::Int | Self::Long)
    }

    /// The type of the elements of a list.
    pub(super) fn element(&self) -> Type {
        match self {
            Self::Group(of) | Self::List(of) | Self::Set(of) => (**of).clone(),
            Self::Text => Self::Char,
            _ => Self::Unknown,
        }
    }
}
