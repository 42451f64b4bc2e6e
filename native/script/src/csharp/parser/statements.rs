//! Statements of functions.

use super::{Parsed, Parser};
use crate::csharp::declarations::{Action, Section, Statement};
use crate::csharp::syntax::{Expression, Kind as Syntax, StepKind};
use crate::csharp::tokens::Kind;

/// Keywords of statements that are not translated.
const REFUSED: [&str; 12] = [
    "try",
    "lock",
    "using",
    "yield",
    "goto",
    "unsafe",
    "fixed",
    "checked",
    "unchecked",
    "await",
    "async",
    "ref",
];

/// Operators of assignments, and those that they carry out.
const ASSIGNMENTS: [(&str, Option<&str>); 7] = [
    ("=", None),
    ("+=", Some("+")),
    ("-=", Some("-")),
    ("*=", Some("*")),
    ("/=", Some("/")),
    ("%=", Some("%")),
    ("??=", Some("??")),
];

impl Parser<'_> {
    /// `{ … }`.
    pub(super) fn block(&mut self) -> Parsed<Vec<Statement>> {
        self.expect("{")?;
        let outer = self.depth;
        self.enter()?;
        let mut statements = Vec::new();
        while !self.accept("}") {
            statements.push(self.statement()?);
        }
        self.depth = outer;
        Ok(statements)
    }

    /// The body of `if`, `for` and the like.
    fn body(&mut self) -> Parsed<Vec<Statement>> {
        if self.is_sign(0, "{") {
            return self.block();
        }
        let outer = self.depth;
        self.enter()?;
        let statement = self.statement()?;
        self.depth = outer;
        Ok(vec![statement])
    }

    pub(super) fn statement(&mut self) -> Parsed<Statement> {
        let at = self.start();
        if self.is_sign(0, "{") {
            return Ok(Statement { at, kind: Action::Block(self.block()?) });
        }
        if self.accept(";") {
            return Ok(Statement { at, kind: Action::Block(Vec::new()) });
        }
        let Some(Kind::Name(word)) = self.kind(0).cloned() else { return self.simple_statement() };
        if REFUSED.contains(&word.as_str()) {
            return Err(self.error(format!("'{word}' is not translated")));
        }
        let parse = match word.as_str() {
            "if" => Self::if_statement,
            "for" => Self::for_statement,
            "foreach" => Self::each_statement,
            "while" => Self::while_statement,
            "do" => Self::do_statement,
            "switch" => Self::switch_statement,
            "throw" => Self::throw_statement,
            "return" => Self::return_statement,
            "break" | "continue" => {
                self.at += 1;
                self.expect(";")?;
                return Ok(Statement {
                    at,
                    kind: if word == "break" { Action::Break } else { Action::Continue },
                });
            }
            _ => return self.simple_statement(),
        };
        self.at += 1;
        Ok(Statement { at, kind: parse(self)? })
    }

    fn simple_statement(&mut self) -> Parsed<Statement> {
        let statement = self.declaration_or_change()?;
        self.expect(";")?;
        Ok(statement)
    }

    /// A declaration, an assignment or a call, without what follows it.
    fn declaration_or_change(&mut self) -> Parsed<Statement> {
        let at = self.start();
        self.accept_word("const");
        if let Some((type_, length)) = self.type_at(0)
            && matches!(self.kind(length), Some(Kind::Name(_)))
        {
            if self.is_sign(length + 1, "(") {
                self.at += length;
                return Err(self.error("a function inside a function is not translated".to_owned()));
            }
            self.at += length;
            let mut variables = Vec::new();
            loop {
                let name = self.name()?;
                let value = if self.accept("=") { Some(self.value_of_type(&type_)?) } else { None };
                variables.push((name, value));
                if !self.accept(",") {
                    return Ok(Statement { at, kind: Action::Declare(type_, variables) });
                }
            }
        }
        for sign in ["++", "--"] {
            if self.accept(sign) {
                let target = self.path()?;
                return Ok(Statement { at, kind: Self::stepped(target, at, sign) });
            }
        }
        let target = self.path()?;
        for sign in ["++", "--"] {
            let at = self.start();
            if self.accept(sign) {
                return Ok(Statement { at, kind: Self::stepped(target, at, sign) });
            }
        }
        for sign in ["^", "&", "|"] {
            if self.is_sign(0, sign) && self.is_sign(1, "=") {
                return Err(self.error(format!("'{sign}=' is not translated")));
            }
        }
        if let Some((_, operator)) = ASSIGNMENTS.iter().find(|(sign, _)| self.is_sign(0, sign)) {
            self.at += 1;
            let value = self.expression()?;
            return Ok(Statement { at, kind: Action::Assign { target, operator: *operator, value } });
        }
        Ok(Statement { at, kind: self.result_unused(target)? })
    }

    /// `x++` and `x--`.
    fn stepped(target: Expression, at: usize, sign: &str) -> Action {
        let value = Self::at(at, Syntax::Number { text: "1".to_owned(), real: false });
        Action::Assign { target, operator: Some(if sign == "++" { "+" } else { "-" }), value }
    }

    /// A call whose result is not used.
    pub(super) fn result_unused(&self, value: Expression) -> Parsed<Action> {
        let is_call = match &value.kind {
            Syntax::Path(_, steps) => {
                matches!(
                    steps.last().map(|step| &step.kind),
                    Some(StepKind::Call { .. } | StepKind::Invoke(_))
                )
            }
            _ => false,
        };
        if is_call { Ok(Action::Call(value)) } else { Err(self.instead_of("an assignment or a call")) }
    }

    fn bracketed(&mut self) -> Parsed<Expression> {
        self.expect("(")?;
        let value = self.expression()?;
        self.expect(")")?;
        Ok(value)
    }

    /// A chain of `else if` is one level.
    fn if_statement(&mut self) -> Parsed<Action> {
        let mut branches = vec![(self.bracketed()?, self.body()?)];
        while self.accept_word("else") {
            if !self.accept_word("if") {
                return Ok(Action::If(branches, Some(self.body()?)));
            }
            branches.push((self.bracketed()?, self.body()?));
        }
        Ok(Action::If(branches, None))
    }

    fn while_statement(&mut self) -> Parsed<Action> {
        let condition = self.bracketed()?;
        Ok(Action::While { condition, body: self.body()?, last: false })
    }

    fn do_statement(&mut self) -> Parsed<Action> {
        let body = self.body()?;
        self.expect_word("while")?;
        let condition = self.bracketed()?;
        self.expect(";")?;
        Ok(Action::While { condition, body, last: true })
    }

    fn for_statement(&mut self) -> Parsed<Action> {
        self.expect("(")?;
        let first = self.changes(";")?;
        let condition = if self.is_sign(0, ";") { None } else { Some(self.expression()?) };
        self.expect(";")?;
        let step = self.changes(")")?;
        Ok(Action::For { first, condition, step, body: self.body()? })
    }

    /// Declarations and changes between commas up to `close`.
    fn changes(&mut self, close: &str) -> Parsed<Vec<Statement>> {
        self.list(close, Self::declaration_or_change)
    }

    fn each_statement(&mut self) -> Parsed<Action> {
        self.expect("(")?;
        let Some((type_, length)) = self.type_at(0) else { return Err(self.instead_of("a type")) };
        self.at += length;
        let name = self.name()?;
        self.expect_word("in")?;
        let list = self.expression()?;
        self.expect(")")?;
        Ok(Action::Each { type_, name, list, body: self.body()? })
    }

    fn return_statement(&mut self) -> Parsed<Action> {
        if self.accept(";") {
            return Ok(Action::Return(None));
        }
        let value = self.expression()?;
        self.expect(";")?;
        Ok(Action::Return(Some(value)))
    }

    fn throw_statement(&mut self) -> Parsed<Action> {
        self.expect_word("new")?;
        let Some((type_, length)) = self.type_at(0) else { return Err(self.instead_of("a type")) };
        self.at += length;
        self.expect("(")?;
        let arguments = self.arguments()?;
        self.expect(";")?;
        Ok(Action::Throw { type_, arguments })
    }

    fn switch_statement(&mut self) -> Parsed<Action> {
        let of = self.bracketed()?;
        let outer = self.depth;
        self.enter()?;
        self.expect("{")?;
        let mut sections = Vec::new();
        while !self.accept("}") {
            sections.push(self.section()?);
        }
        self.depth = outer;
        Ok(Action::Switch(of, sections))
    }

    fn begins_label(&self) -> bool {
        self.is_word(0, "case") || (self.is_word(0, "default") && self.is_sign(1, ":"))
    }

    fn section(&mut self) -> Parsed<Section> {
        let mut labels = Vec::new();
        loop {
            if self.is_word(0, "default") && self.is_sign(1, ":") {
                self.at += 2;
                labels.push(None);
            } else if self.accept_word("case") {
                let pattern = self.pattern()?;
                let condition = if self.accept_word("when") { Some(self.coalescing()?) } else { None };
                self.expect(":")?;
                labels.push(Some((pattern, condition)));
            } else {
                break;
            }
        }
        if labels.is_empty() {
            return Err(self.instead_of("'case'"));
        }
        let mut body = Vec::new();
        while !(self.is_sign(0, "}") || self.begins_label()) {
            body.push(self.statement()?);
        }
        if !ends_with_jump(&body) {
            return Err(self.error(
                "a section of 'switch' must end with 'break', 'return', 'continue' or 'throw'".to_owned(),
            ));
        }
        Ok(Section { labels, body })
    }
}

/// Whether what follows the statements is never reached, as far as their ends show it.
fn ends_with_jump(body: &[Statement]) -> bool {
    match body.last().map(|last| &last.kind) {
        Some(Action::Return(_) | Action::Break | Action::Continue | Action::Throw { .. }) => true,
        Some(Action::Block(inner)) => ends_with_jump(inner),
        Some(Action::If(branches, Some(other))) => {
            ends_with_jump(other) && branches.iter().all(|(_, body)| ends_with_jump(body))
        }
        Some(Action::While { condition, last: false, .. }) => matches!(condition.kind, Syntax::Bool(true)),
        _ => false,
    }
}
