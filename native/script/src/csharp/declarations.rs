//! The syntax tree of additional sources: classes, functions and statements.

use super::syntax::{Expression, Type};

/// A class with static members.
#[derive(Debug)]
pub(super) struct Class {
    pub at: usize,
    /// Its namespace and its name, in parts.
    pub path: Vec<String>,
    pub functions: Vec<Function>,
    pub fields: Vec<Field>,
}

#[derive(Debug)]
pub(super) struct Function {
    pub at: usize,
    pub name: String,
    pub access: Access,
    /// The first parameter has `this`.
    pub extends: bool,
    pub parameters: Vec<Parameter>,
    pub result: Type,
    pub body: Vec<Statement>,
}

/// Who may use a member.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Access {
    /// RavenDB takes the numbers that a public function gets and gives as `dynamic`.
    Public,
    Internal,
    Private,
}

#[derive(Debug)]
pub(super) struct Parameter {
    pub name: String,
    pub type_: Type,
    pub default: Option<Expression>,
}

/// A constant, a field that is only read, or a property with an expression.
#[derive(Debug)]
pub(super) struct Field {
    pub name: String,
    pub access: Access,
    pub type_: Type,
    pub value: Expression,
    /// Computed whenever it is read.
    pub computed: bool,
}

/// A statement and where it begins, in bytes.
#[derive(Debug)]
pub(super) struct Statement {
    pub at: usize,
    pub kind: Action,
}

#[derive(Debug)]
pub(super) enum Action {
    Block(Vec<Statement>),
    /// `type a = x, b;`
    Declare(Type, Vec<(String, Option<Expression>)>),
    /// `target operator= value`; the operator of `=` is `None`.
    Assign {
        target: Expression,
        operator: Option<&'static str>,
        value: Expression,
    },
    /// A call whose result is not used.
    Call(Expression),
    /// The conditions of `if` and `else if` with their bodies, and the last `else`.
    If(Vec<(Expression, Vec<Statement>)>, Option<Vec<Statement>>),
    While {
        condition: Expression,
        body: Vec<Statement>,
        /// `do … while`.
        last: bool,
    },
    For {
        first: Vec<Statement>,
        condition: Option<Expression>,
        step: Vec<Statement>,
        body: Vec<Statement>,
    },
    Each {
        type_: Type,
        name: String,
        list: Expression,
        body: Vec<Statement>,
    },
    Switch(Expression, Vec<Section>),
    Return(Option<Expression>),
    Break,
    Continue,
    /// `throw new Type(arguments)`.
    Throw {
        type_: Type,
        arguments: Vec<Expression>,
    },
}

/// Statements after labels of a `switch`.
#[derive(Debug)]
pub(super) struct Section {
    /// A value and its condition; `None` is `default`.
    pub labels: Vec<Option<(Expression, Option<Expression>)>>,
    pub body: Vec<Statement>,
}
