//! The JavaScript of one query as one text, and the mapping of positions back to the author's text.
//!
//! It contains the declared functions and the result expression, each starting on its own line, so that an
//! error inside a declared function is reported with the line of the author's text.

use rookery_rql::ast::{Function, Script};
use rookery_rql::{ScriptError, ScriptPlace};
use rookery_script::Position;

/// A query's JavaScript: an expression.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct QueryText {
    text: String,
    sections: Vec<Section>,
}

/// A piece of the author's text inside it.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Section {
    /// The declared function; `None`: the result expression.
    function: Option<String>,
    /// The line it begins in, from 1.
    line: u32,
    /// The number of columns before it in that line.
    indent: u32,
}

impl QueryText {
    /// `select { … }`, with the functions it may call.
    pub(crate) fn of_object(functions: &[Function], object: &Script) -> Self {
        let mut text = Self::with_functions(functions);
        text.section(None, "return ({", &object.text, "\n})})()");
        text
    }

    /// `select name(…)`: the arguments are names whose values the script gets.
    pub(crate) fn of_call(functions: &[Function], name: &str, arguments: &[String]) -> Self {
        let mut text = Self::with_functions(functions);
        let arguments = arguments.join(",");
        text.text.push_str(&format!("return {name}({arguments})}})()"));
        text
    }

    pub(crate) fn as_str(&self) -> &str {
        &self.text
    }

    /// An arrow function keeps `this`, so that the text can be used wherever its last expression can.
    fn with_functions(functions: &[Function]) -> Self {
        let mut text = Self { text: "(() => {\n".to_owned(), sections: Vec::new() };
        for function in functions {
            let open = format!("function {}({}) {{", function.name, function.arguments);
            text.section(Some(&function.name), &open, &function.body.text, "\n}\n");
        }
        text
    }

    fn section(&mut self, function: Option<&str>, open: &str, author: &str, close: &str) {
        self.text.push_str(open);
        let last_line = self.text.rsplit('\n').next().unwrap_or_default();
        let section = Section {
            function: function.map(str::to_owned),
            line: count(self.text.matches('\n').count()) + 1,
            indent: count(last_line.chars().count()),
        };
        self.sections.push(section);
        self.text.push_str(author);
        self.text.push_str(close);
    }

    /// Converts a script error for the query core, with the position in the author's text.
    pub(crate) fn relocated(&self, error: rookery_script::ScriptError) -> ScriptError {
        use rookery_script::ScriptError as Told;
        let position = error.position();
        let section =
            position.and_then(|at| self.sections.iter().rev().find(|section| section.line <= at.line));
        let message = match error {
            Told::Syntax { message, line, .. }
            | Told::Failed { message, line, .. }
            | Told::Limit { message, line, .. } => match line.trim() {
                "" => message,
                _ if section.is_none() => message,
                line => format!("{message} (in the line: {})", line.chars().take(120).collect::<String>()),
            },
            other => other.to_string(),
        };
        let place = position.zip(section).map(|(at, section)| section.place(at));
        ScriptError { message, place }
    }
}

impl Section {
    fn place(&self, at: Position) -> ScriptPlace {
        let column =
            if at.line == self.line { at.column.saturating_sub(self.indent).max(1) } else { at.column };
        ScriptPlace { function: self.function.clone(), line: at.line - self.line + 1, column }
    }
}

fn count(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn script(text: &str) -> Script {
        Script { text: text.to_owned(), at: rookery_rql::ast::Position { line: 1, column: 1 } }
    }

    fn failed(line: u32, column: u32) -> rookery_script::ScriptError {
        let position = Some(Position { line, column });
        rookery_script::ScriptError::Failed { message: "oops".into(), position, line: " x ".into() }
    }

    #[test]
    fn places_lead_back_to_what_the_author_wrote() {
        let function = |name: &str, body: &str| Function {
            name: name.into(),
            arguments: "x".into(),
            body: script(body),
            at: rookery_rql::ast::Position { line: 1, column: 1 },
        };
        let functions = [function("f", "\n return x // end"), function("g", " return 1 ")];
        let text = QueryText::of_object(&functions, &script(" a: 1,\n b: 2 "));
        assert_eq!(
            text.as_str(),
            "(() => {\nfunction f(x) {\n return x // end\n}\nfunction g(x) { return 1 \n}\nreturn ({ a: 1,\n b: 2 \n})})()"
        );
        let place = |line, column| {
            let place = text.relocated(failed(line, column)).place.unwrap();
            (place.function, place.line, place.column)
        };
        assert_eq!(place(3, 2), (Some("f".into()), 2, 2));
        assert_eq!(place(5, 17), (Some("g".into()), 1, 2));
        assert_eq!(place(7, 11), (None, 1, 2));
        assert_eq!(place(8, 2), (None, 2, 2));
        assert_eq!(text.relocated(failed(1, 1)).place, None);
        assert_eq!(text.relocated(failed(3, 2)).message, "oops (in the line: x)");
    }
}
