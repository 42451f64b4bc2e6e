//! Characters to tokens. Knows nothing of clauses.

mod excerpt;
mod fault;
mod javascript;
mod lexer;
mod position;
mod quoted;

pub(crate) use excerpt::{excerpt_with_caret, shortened};
pub(crate) use fault::Fault;
pub(crate) use javascript::{Unclosed, closing};
pub(crate) use lexer::{Lexer, Token, TokenKind, is_identifier_part};
pub use position::Position;
