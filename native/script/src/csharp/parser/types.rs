//! Names of types, casts and type arguments.

use super::Parser;
use crate::csharp::syntax::Type;
use crate::csharp::tokens::Kind;

/// Types that are keywords: in brackets they are always a cast.
const KEYWORDS: [&str; 16] = [
    "bool", "byte", "char", "decimal", "double", "dynamic", "float", "int", "long", "object", "sbyte",
    "short", "string", "uint", "ulong", "ushort",
];

/// Type arguments inside each other.
const MOST_ARGUMENTS: usize = 8;

impl Parser<'_> {
    /// A type at `ahead`, and the number of its tokens.
    pub(super) fn type_at(&self, ahead: usize) -> Option<(Type, usize)> {
        self.type_within(ahead, 0)
    }

    fn type_within(&self, ahead: usize, inside: usize) -> Option<(Type, usize)> {
        if inside > MOST_ARGUMENTS {
            return None;
        }
        let mut length = 0;
        let mut name;
        loop {
            let Some(Kind::Name(part)) = self.kind(ahead + length) else { return None };
            name = part.clone();
            length += 1;
            if self.is_sign(ahead + length, "<") {
                length += self.type_arguments_within(ahead + length, inside)?;
            }
            // `global::X` is not supported; `Namespace.Type` is.
            if !(self.is_sign(ahead + length, ".")
                && matches!(self.kind(ahead + length + 1), Some(Kind::Name(_))))
            {
                break;
            }
            length += 1;
        }
        let mut type_ = Type { name, nullable: false, array: false };
        loop {
            if !type_.nullable && self.is_sign(ahead + length, "?") {
                type_.nullable = true;
                length += 1;
            } else if self.is_sign(ahead + length, "[") && self.is_sign(ahead + length + 1, "]") {
                type_.array = true;
                length += 2;
            } else {
                return Some((type_, length));
            }
        }
    }

    /// The number of tokens of `<T, …>` at `ahead`.
    pub(super) fn type_arguments_at(&self, ahead: usize) -> Option<usize> {
        self.type_arguments_within(ahead, 0)
    }

    fn type_arguments_within(&self, ahead: usize, inside: usize) -> Option<usize> {
        if !self.is_sign(ahead, "<") {
            return None;
        }
        let mut length = 1;
        loop {
            length += self.type_within(ahead + length, inside + 1)?.1;
            if self.is_sign(ahead + length, ">") {
                return Some(length + 1);
            }
            if !self.is_sign(ahead + length, ",") {
                return None;
            }
            length += 1;
        }
    }

    /// `(type)` before a value, and the number of its tokens.
    pub(super) fn cast_at(&self, ahead: usize) -> Option<(Type, usize)> {
        if !self.is_sign(ahead, "(") {
            return None;
        }
        let (type_, length) = self.type_at(ahead + 1)?;
        if !self.is_sign(ahead + 1 + length, ")") {
            return None;
        }
        let after = ahead + length + 2;
        let certain = KEYWORDS.contains(&type_.name.as_str()) || type_.nullable || type_.array;
        let value = match self.kind(after) {
            Some(Kind::Name(word)) => !matches!(word.as_str(), "as" | "is" | "switch" | "into" | "select"),
            Some(Kind::Sign(sign)) => {
                matches!(*sign, "(" | "!" | "~") || (certain && matches!(*sign, "-" | "+"))
            }
            Some(_) => true,
            None => false,
        };
        (value || certain).then_some((type_, length + 2))
    }
}
