//! Characters to tokens. Knows nothing of clauses.

mod excerpt;
mod javascript;
mod lexer;
mod quoted;

pub(crate) use excerpt::{excerpt_with_caret, shortened};
pub(crate) use javascript::{Unclosed, closing};
pub(crate) use lexer::{Fault, Lexer, Token, TokenKind, is_identifier_part};
