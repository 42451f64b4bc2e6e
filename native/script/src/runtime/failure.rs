//! Converts exceptions of the engine to errors with the author's line.

use rookery_cancel::CancelToken;
use rookery_nesting::MAX_DEPTH;
use rquickjs::{Ctx, Value};

use super::budget::Budget;
use super::heap::Usage;
use super::host_bridge::HostBridge;
use crate::error::{Position, ScriptError};
use crate::json::write;
use crate::limits::MEMORY;
use crate::source::{self, Prepared};

/// The file name of the author's text in stack traces.
pub(crate) const SCRIPT: &str = "script";

/// The author's text and its transformation, to map positions back.
pub(crate) struct Origin<'a> {
    /// The original text.
    pub text: &'a str,
    pub prepared: &'a Prepared,
    /// Columns before it in its first line.
    pub indent: u32,
}

/// The engine's error for memory that is used up. Where there is none left for an error it throws null.
const OUT_OF_MEMORY: &str = "out of memory";

/// Converts an error of the engine for the author.
pub(crate) fn to_script_error(
    ctx: &Ctx<'_>,
    error: rquickjs::Error,
    bridge: &HostBridge,
    (budget, memory): (&Budget, &Usage),
    origin: &Origin<'_>,
) -> ScriptError {
    let thrown = if error.is_exception() { Some(ctx.catch()) } else { None };
    if let Some(failure) = bridge.take_host_failure() {
        return ScriptError::Host(failure);
    }
    let Some(thrown) = thrown else {
        return ScriptError::Definition(format!("The script could not be carried out: {error}."));
    };
    let Thrown { name, message, stack } = Thrown::of(ctx, &thrown);
    let position = stack.as_deref().and_then(first_place).map(|at| origin.position(at));
    let line =
        position.and_then(|at| origin.text.lines().nth(at.line as usize - 1)).unwrap_or_default().to_owned();
    if budget.exceeded() {
        let message = if CancelToken::is_current_cancelled() {
            "The script was stopped, because the request it ran for was cancelled"
        } else {
            "The script was cut off: it ran longer than it may. Let it do less for one document, or give it an end"
        };
        let message = message.to_owned();
        return ScriptError::Limit { message, position, line };
    }
    if message == OUT_OF_MEMORY || thrown.is_null() && memory.highest() > MEMORY / 10 * 9 {
        let message = "The script was cut off: it needs more memory than it may have".to_owned();
        return ScriptError::Limit { message, position, line };
    }
    let to_script_error = if name.is_empty() { message } else { format!("{name}: {message}") };
    match name.as_str() {
        "SyntaxError" if position.is_none_or(|_| is_parsing(stack.as_deref())) => {
            ScriptError::Syntax { message: to_script_error, position, line }
        }
        _ => ScriptError::Failed { message: to_script_error, position, line },
    }
}

/// The engine's error for a full stack. Its parser throws it without a position.
const STACK_IS_FULL: &str = "RangeError: Maximum call stack size exceeded";

/// As [`to_script_error`], for an error thrown while the text was parsed.
pub(crate) fn to_syntax_error(
    ctx: &Ctx<'_>,
    error: rquickjs::Error,
    bridge: &HostBridge,
    limits: (&Budget, &Usage),
    origin: &Origin<'_>,
) -> ScriptError {
    match to_script_error(ctx, error, bridge, limits, origin) {
        ScriptError::Failed { message, position: None, .. } if message == STACK_IS_FULL => {
            match source::too_deep_at(origin.text) {
                Some(position) => ScriptError::Syntax {
                    message: format!("The script is nested deeper than {MAX_DEPTH} levels"),
                    position: Some(position),
                    line: String::new(),
                },
                None => ScriptError::Syntax {
                    message: "The script is nested deeper than the JavaScript engine can read".to_owned(),
                    position: None,
                    line: String::new(),
                },
            }
        }
        other => other,
    }
}

/// A syntax error of the text itself has one position; an exception of the script has a stack trace.
fn is_parsing(stack: Option<&str>) -> bool {
    stack.is_some_and(|stack| stack.trim_start().starts_with(&format!("at {SCRIPT}:")))
}

impl Origin<'_> {
    fn position(&self, at: Position) -> Position {
        let column = if at.line == 1 { at.column.saturating_sub(self.indent).max(1) } else { at.column };
        let last = self.text.split('\n').count() as u32;
        self.prepared.position(Position { line: at.line.min(last), column })
    }
}

struct Thrown {
    name: String,
    message: String,
    stack: Option<String>,
}

impl Thrown {
    fn of<'js>(ctx: &Ctx<'js>, thrown: &Value<'js>) -> Self {
        if let Some(object) = thrown.as_object().filter(|_| thrown.is_error()) {
            let text = |member: &str| object.get::<_, Option<String>>(member).ok().flatten();
            return Self {
                name: text("name").unwrap_or_default(),
                message: text("message").unwrap_or_default(),
                stack: text("stack"),
            };
        }
        if thrown.is_null() || thrown.is_undefined() {
            let what = if thrown.is_null() { "null" } else { "undefined" };
            return Self { name: String::new(), message: format!("The script threw {what}"), stack: None };
        }
        let message = match thrown.as_string().map(|text| write::text_of(ctx, text)) {
            Some(Ok(text)) => text,
            _ => match write::value(ctx, thrown) {
                Ok(json) => String::from_utf8_lossy(&json).into_owned(),
                Err(_) => {
                    ctx.catch();
                    "the script threw something that cannot be shown".to_owned()
                }
            },
        };
        Self { name: String::new(), message, stack: None }
    }
}

/// The first position of a stack trace that is in the author's text.
fn first_place(stack: &str) -> Option<Position> {
    stack.lines().find_map(|line| {
        let (before, rest) = line.rsplit_once(&format!("{SCRIPT}:"))?;
        if !(before.ends_with('(') || before.ends_with("at ")) {
            return None;
        }
        let mut numbers = rest.trim_end_matches(')').splitn(2, ':');
        let line = numbers.next()?.parse().ok()?;
        let column = numbers.next().and_then(|column| column.parse().ok()).unwrap_or(1);
        Some(Position { line, column })
    })
}
