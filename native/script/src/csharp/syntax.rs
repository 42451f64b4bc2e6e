//! The syntax tree of the C# subset. `grammar.ebnf` describes the texts.

/// An expression and where it begins, in bytes.
#[derive(Debug)]
pub(super) struct Expression {
    pub at: usize,
    pub kind: Kind,
}

#[derive(Debug)]
pub(super) enum Kind {
    Null,
    Bool(bool),
    /// As JavaScript writes it, and whether it is a `double` or `decimal`.
    Number {
        text: String,
        real: bool,
    },
    Text(String),
    Character(String),
    Interpolated(Vec<Part>),
    Name(String),
    /// A value and what is read of it, left to right.
    Path(Box<Expression>, Vec<Step>),
    /// `!x`, `-x`, `+x`, `~x`.
    Prefix(&'static str, Box<Expression>),
    /// Operands of operators of one precedence, left to right.
    Operators(Box<Expression>, Vec<(&'static str, Expression)>),
    Conditional(Box<Expression>, Box<Expression>, Box<Expression>),
    /// `(type)x` and `x as type`.
    Cast(Type, Box<Expression>),
    /// `x is type`, `x is null`, `x is not null`.
    Is {
        of: Box<Expression>,
        negated: bool,
        type_: Option<Type>,
    },
    /// `new { A = x, y.B }`; a name is given where the text has none.
    Object(Vec<(String, Expression)>),
    List(Vec<Expression>),
    /// `new Dictionary<…> { { key, value }, [key] = value }`.
    Dictionary(Vec<(Expression, Expression)>),
    /// `new Type(…)`, and the members of its initialiser.
    New {
        type_: Type,
        arguments: Vec<Expression>,
        members: Vec<(String, Expression)>,
    },
    Lambda(Vec<String>, Box<Expression>),
    /// `from …`.
    Query(Box<Query>),
    /// `default(type)` and `default`.
    Default(Option<Type>),
    Switch(Box<Expression>, Vec<Arm>),
    /// `name: value`, an argument. Functions have no names.
    Named(String, Box<Expression>),
    /// `out type name` declares a variable, `out name` has no type.
    Out(Option<Type>, String),
}

/// `pattern when condition => value` of a switch expression.
#[derive(Debug)]
pub(super) struct Arm {
    /// `None` is `_`.
    pub pattern: Option<Expression>,
    pub condition: Option<Expression>,
    pub value: Expression,
}

/// A part of an interpolated string.
#[derive(Debug)]
pub(super) enum Part {
    Text(String),
    Value { value: Expression, alignment: Option<Expression>, format: Option<String> },
}

/// What is read of a value.
#[derive(Debug)]
pub(super) struct Step {
    pub at: usize,
    pub kind: StepKind,
}

#[derive(Debug)]
pub(super) enum StepKind {
    Member(String),
    /// A call of a method of the value.
    Call {
        name: String,
        arguments: Vec<Expression>,
    },
    /// A call of the value itself: of a function without a target.
    Invoke(Vec<Expression>),
    Index(Expression),
}

/// The name of a type without its namespace and type arguments.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Type {
    pub name: String,
    pub nullable: bool,
    pub array: bool,
}

/// `from x in list …`.
#[derive(Debug)]
pub(super) struct Query {
    pub at: usize,
    pub clauses: Vec<Clause>,
    pub end: Ending,
}

#[derive(Debug)]
pub(super) enum Clause {
    From {
        name: String,
        list: Expression,
    },
    Let {
        name: String,
        value: Expression,
    },
    Where(Expression),
    OrderBy(Vec<(Expression, bool)>),
    Join {
        name: String,
        list: Expression,
        outer: Expression,
        inner: Expression,
        into: Option<String>,
    },
    /// `select x into name` and `group x by y into name`: what follows has only this name.
    Into {
        name: String,
        end: Ending,
    },
}

#[derive(Debug)]
pub(super) enum Ending {
    Select(Expression),
    Group { value: Expression, key: Expression },
}
