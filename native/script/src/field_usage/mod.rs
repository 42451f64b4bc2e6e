//! The members of a document that a map reads, from its text: only those are parsed. `o.City` is a member;
//! where the document itself is used (`id(o)`, `o[name]`), the map may read anything.

mod map_tokens;
mod used_members;

use std::borrow::Cow;

use self::map_tokens::MapTokens;
use crate::source::tokens::{self, Kind};

/// Tokens by which a function can access its argument without its name.
const INDIRECT_ACCESS: [&str; 6] = ["arguments", "eval", "Function", "globalThis", "this", "with"];

/// Members that every object inherits.
const INHERITED: [&str; 8] = [
    "constructor",
    "hasOwnProperty",
    "isPrototypeOf",
    "propertyIsEnumerable",
    "toLocaleString",
    "toString",
    "valueOf",
    "length",
];

/// The maximum depth of nested lists.
const DEPTH: usize = 8;

/// The used members.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct FieldUsage(Vec<Member>);

/// A member of an object.
#[derive(Debug, PartialEq, Eq)]
struct Member {
    name: String,
    /// For an iterated list: the members of its elements that are read. `None`: all.
    elements: Option<Vec<Member>>,
}

impl FieldUsage {
    /// For a text with one map; `None` if it may read anything.
    pub(crate) fn of(text: &str) -> Option<Self> {
        let tokens = tokens::tokenize(text)?;
        let words = MapTokens::of(text, &tokens);
        // map ( 'Orders' , o => …  |  ( o ) => …  |  function ( o ) …
        if (words.at(0), words.at(1), words.at(3)) != (Some("map"), Some("("), Some(","))
            || tokens.get(2).is_none_or(|token| token.kind != Kind::Text)
        {
            return None;
        }
        let at = match (words.at(4)?, words.at(5)?) {
            ("function", "(") => 6,
            ("(", _) => 5,
            _ => 4,
        };
        let document = words.name(at)?;
        // A second parameter, a default or a pattern is not analyzed.
        if words.at(at + 1) != Some(if at == 4 { "=>" } else { ")" }) {
            return None;
        }
        for number in (1..tokens.len()).filter(|number| !words.is_member(*number)) {
            let name = words.name(number);
            if name == Some("map") || name.is_some_and(|name| INDIRECT_ACCESS.contains(&name)) {
                return None;
            }
        }
        let mut members = Vec::new();
        for number in (0..tokens.len()).filter(|number| *number != at) {
            if words.name(number) == Some(document) && !words.is_member(number) {
                let member = words.member_of(number)?;
                add(&mut members, member, words.elements(number + 2, DEPTH));
            }
        }
        Some(Self(members))
    }
}

/// Adds a use of a member; a use of the whole member takes precedence.
fn add(members: &mut Vec<Member>, name: &str, elements: Option<Vec<Member>>) {
    let Some(known) = members.iter_mut().find(|known| known.name == name) else {
        return members.push(Member { name: name.to_owned(), elements });
    };
    known.elements = match (known.elements.take(), elements) {
        (Some(mut known), Some(more)) => {
            more.into_iter().for_each(|more| add(&mut known, &more.name, more.elements));
            Some(known)
        }
        _ => None,
    };
}

/// Whether every object inherits such a member, whose result may depend on all others.
pub(crate) fn is_inherited(name: &str) -> bool {
    name.starts_with("__") || INHERITED.contains(&name)
}

/// A member's name, copied only where it is escaped.
#[derive(serde::Deserialize)]
pub(crate) struct Name<'d>(#[serde(borrow)] pub(crate) Cow<'d, str>);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn members_that_are_named_are_needed() {
        for (text, names) in [
            ("map('O', o => ({ A: o.A.B + o?.C, D: [1].map(x => x.o + o.A) }))", vec!["A", "C"]),
            ("map('O', (o) => { return { A: `${o.A}` } })", vec!["A"]),
            ("map('O', function (o) { return o.L.map(l => ({ N: l.N })) })", vec!["L[N]"]),
            ("map('O', o => ({ A: o.L.map(l => l), B: o.M.map(m => [m.X, m]) }))", vec!["L", "M"]),
            ("map('O', o => ({ A: o.L?.reduce((a, l) => a + l.P * l.Q, 0) }))", vec!["L[P,Q]"]),
            // Without an initial value the first element is used.
            ("map('O', o => ({ A: o.L.reduce((a, l) => a + l.P) }))", vec!["L"]),
            ("map('O', o => ({ A: o.L.some((l, i) => l.P > i), B: o.L.every(x => x?.Q) }))", vec!["L[P,Q]"]),
            ("map('O', o => ({ A: o.L.some(l => l.P), B: o.L.length }))", vec!["L"]),
            ("map('O', o => ({ A: o.L.some((l, i, all) => l.P) }))", vec!["L"]),
            ("map('O', o => ({ A: o.L.filter(l => l.P) }))", vec!["L"]),
            ("map('O', o => ({ A: o.L.map(l => ({ l: 1, P: l.P })) }))", vec!["L"]),
            ("map('O', o => ({ A: o.L.map(({ P }) => P) }))", vec!["L"]),
            ("map('O', o => ({ A: o.L.map((l = {}) => l.P) }))", vec!["L"]),
            ("map('O', o => ({ A: o.L.map(f) }))", vec!["L"]),
            ("map('O', o => ({ A: o.L.map(l => l['P']) }))", vec!["L"]),
            ("map('O', o => ({ A: o.L.map(l => `${l.P} ${l.M.some(m => m.R)}`) }))", vec!["L[P,M[R]]"]),
            ("map('O', o => ({ A: o.L.some(l => l.hasOwnProperty('P')) }))", vec!["L"]),
            ("map('O', o => ({ A: o.L.M.map(l => l.P) }))", vec!["L"]),
            ("map('O', o => ({ One: 1 }))", vec![]),
        ] {
            let found = FieldUsage::of(text).unwrap_or_else(|| panic!("{text}"));
            assert_eq!(shown(&found.0), names, "{text}");
        }
        for text in [
            "map('O', o => ({ A: id(o) }))",
            "map('O', o => ({ A: o['A'] }))",
            "map('O', o => ({ ...o }))",
            "map('O', o => ({ o: 1 }))",
            "map('O', ({ A }) => ({ A }))",
            "map('O', (o, p) => ({ A: o.A }))",
            "map('O', (o = 1) => ({ A: o.A }))",
            "map('O', function (o) { return { A: arguments[0].B, C: o.C } })",
            "map('O', o => ({ A: o.A })); map('P', p => ({ A: p.B }))",
            "map('O', o => ({ A: o.hasOwnProperty('A') }))",
            "map('O', o => ({ A: o.valueOf() }))",
            "const f = o => o; map('O', o => ({ A: o.A }))",
            "map(o => ({ A: o.A }))",
        ] {
            assert_eq!(FieldUsage::of(text), None, "{text}");
        }
    }

    fn shown(members: &[Member]) -> Vec<String> {
        let show = |member: &Member| match &member.elements {
            None => member.name.clone(),
            Some(elements) => format!("{}[{}]", member.name, shown(elements).join(",")),
        };
        members.iter().map(show).collect()
    }
}
