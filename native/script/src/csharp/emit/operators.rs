//! Operators. Those of numbers, texts and dates are functions of the library unless a literal has the type.

use super::{Emitter, Js, Type, Written};
use crate::csharp::syntax::{Expression, Kind};

impl Emitter {
    pub(super) fn prefix(&mut self, sign: &str, of: &Expression) -> Written<Js> {
        if let ("-", Kind::Number { text, real }) = (sign, &of.kind) {
            return Ok(Js::new(format!("(-{text})"), if *real { Type::Real } else { Type::Int }));
        }
        let value = self.value(of)?;
        Ok(match sign {
            "!" => Js::new(format!("!{}", bracketed(of, value.text)), Type::Bool),
            "-" => Js::new(format!("__cs.neg({})", value.text), value.type_),
            "~" => Js::new(format!("__cs.not({})", value.text), Type::Int),
            _ => value,
        })
    }

    /// `first operator value`, of an assignment.
    pub(super) fn with_operator(
        &mut self,
        first: &Expression,
        operator: &str,
        value: &Expression,
    ) -> Written<Js> {
        let operands = vec![(Some(first), self.value(first)?), (Some(value), self.value(value)?)];
        Ok(combined(operator, numbered(operator, operands), self.wraps))
    }

    pub(super) fn operators(
        &mut self,
        first: &Expression,
        rest: &[(&'static str, Expression)],
    ) -> Written<Js> {
        let mut left = self.value(first)?;
        let mut at = 0;
        while let Some((operator, _)) = rest.get(at) {
            // A run of the same operator is one call.
            let run = rest[at..].iter().take_while(|(next, _)| next == operator).count();
            let run = if matches!(*operator, "+" | "*" | "&&" | "||") { run } else { 1 };
            let mut operands = vec![(if at == 0 { Some(first) } else { None }, left)];
            for (_, operand) in &rest[at..at + run] {
                operands.push((Some(operand), self.value(operand)?));
            }
            left = combined(operator, numbered(operator, operands), self.wraps);
            at += run;
        }
        Ok(left)
    }
}

/// Characters as numbers, where the operator is one of numbers.
fn numbered<'e>(
    operator: &str,
    mut operands: Vec<(Option<&'e Expression>, Js)>,
) -> Vec<(Option<&'e Expression>, Js)> {
    let is = |wanted: fn(&Type) -> bool| operands.iter().any(|(_, operand)| wanted(&operand.type_));
    let is_number = |type_: &Type| type_.is_whole() || *type_ == Type::Real;
    let is_computed = matches!(operator, "+" | "-" | "*" | "/" | "%" | "&" | "|" | "^");
    let is_compared = matches!(operator, "==" | "!=" | "<" | "<=" | ">" | ">=");
    let others = is(|type_| !(type_.is_whole() || matches!(type_, Type::Real | Type::Char)));
    if others || !is(|type_| *type_ == Type::Char) || !(is_computed || (is_compared && is(is_number))) {
        return operands;
    }
    for (of, operand) in &mut operands {
        if operand.type_ == Type::Char {
            *operand = Js::new(format!("__cs.code({})", operand.text), Type::Int);
            *of = None;
        }
    }
    operands
}

fn combined(operator: &str, operands: Vec<(Option<&Expression>, Js)>, wraps: bool) -> Js {
    let types: Vec<&Type> = operands.iter().map(|(_, operand)| &operand.type_).collect();
    let is = |type_: Type| types.contains(&&type_);
    let all_numbers = types.iter().all(|type_| type_.is_whole() || **type_ == Type::Real);
    let number = if is(Type::Real) {
        Type::Real
    } else if types.iter().all(|type_| **type_ == Type::Int) {
        Type::Int
    } else if all_numbers {
        Type::Long
    } else {
        Type::Unknown
    };
    let wraps = wraps && number == Type::Int;
    let texts = || operands.iter().map(|(_, operand)| operand.text.as_str()).collect::<Vec<_>>();
    let plain = |operator: &str| texts().join(&format!(" {operator} "));
    let call = |function: &str| match operands.len() {
        // An array where a call would have very many arguments.
        9.. => format!("__cs.{function}All([{}])", texts().join(", ")),
        _ => format!("__cs.{function}({})", texts().join(", ")),
    };
    match operator {
        "&&" | "||" => {
            let inner = operands.iter().map(|(of, operand)| match of.map(|of| &of.kind) {
                Some(Kind::Operators(_, rest)) if rest.iter().any(|(inner, _)| *inner == "&&") => {
                    format!("({})", operand.text)
                }
                _ => operand.text.clone(),
            });
            let text = inner.collect::<Vec<_>>().join(&format!(" {operator} "));
            Js::new(format!("({text})"), Type::Bool)
        }
        "??" => {
            let same = types.iter().all(|type_| *type_ == types[0]);
            Js::new(format!("({})", plain("??")), if same { types[0].clone() } else { Type::Unknown })
        }
        "==" | "!=" => {
            let text = equality(operator, &operands);
            Js::new(text, Type::Bool)
        }
        "<" => Js::new(call("lt"), Type::Bool),
        "<=" => Js::new(call("le"), Type::Bool),
        ">" => Js::new(call("gt"), Type::Bool),
        ">=" => Js::new(call("ge"), Type::Bool),
        "+" | "-" if wraps => Js::new(format!("({} | 0)", plain(operator)), number),
        "*" if wraps => Js::new(call("imul"), number),
        "+" if all_numbers => Js::new(format!("({})", plain("+")), number),
        "+" if is(Type::Text) || is(Type::Char) => Js::new(call("add"), Type::Text),
        "+" => Js::new(call("add"), if is(Type::Date) { Type::Date } else { number }),
        "*" if all_numbers => Js::new(format!("({})", plain("*")), number),
        "*" => Js::new(call("mul"), number),
        "-" => {
            let type_ = match types[..] {
                [Type::Date, Type::Date] => Type::Span,
                [Type::Date, Type::Span] => Type::Date,
                _ => number,
            };
            Js::new(call("sub"), type_)
        }
        "/" if is(Type::Real) => Js::new(call("divide"), Type::Real),
        "/" => Js::new(call("div"), number),
        "%" => Js::new(call("mod"), number),
        "&" => Js::unknown(call("and")),
        "|" => Js::unknown(call("or")),
        _ => Js::unknown(call("xor")),
    }
}

/// `===` where one side is a literal, which is compared without a conversion.
fn equality(operator: &str, operands: &[(Option<&Expression>, Js)]) -> String {
    let [(left, a), (right, b)] = operands else { return String::new() };
    let is_null = |of: &Option<&Expression>| matches!(of.map(|of| &of.kind), Some(Kind::Null));
    if is_null(left) || is_null(right) {
        return format!("({} {operator} {})", a.text, b.text);
    }
    let is_plain = |of: &Option<&Expression>| match of.map(|of| &of.kind) {
        Some(Kind::Bool(_) | Kind::Number { .. } | Kind::Character(_)) => true,
        // Another text is not a date; equal dates can be written differently.
        Some(Kind::Text(text)) => !text.starts_with(|first: char| first.is_ascii_digit() || first == '-'),
        _ => false,
    };
    if is_plain(left) || is_plain(right) {
        return format!("({} {operator}= {})", a.text, b.text);
    }
    let sign = if operator == "!=" { "!" } else { "" };
    format!("{sign}__cs.eq({}, {})", a.text, b.text)
}

/// Brackets around what binds less than a prefix.
fn bracketed(of: &Expression, text: String) -> String {
    match of.kind {
        Kind::Operators(..) if !text.starts_with('(') && !text.starts_with("__cs.") => format!("({text})"),
        _ => text,
    }
}
