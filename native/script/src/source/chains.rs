//! Reading a member of a missing value returns nothing, as in RavenDB's scripts: `a.b.c` becomes `a?.b?.c`.
//!
//! Missing members are common, so RavenDB's scripts do not fail on them. A chain that is
//! assigned to, constructed or tagged stays unchanged.

use super::tokens::{Kind, Token};

/// Tokens that are not a value and so start no chain.
const NO_VALUES: [&str; 36] = [
    "new",
    "super",
    "import",
    "return",
    "typeof",
    "case",
    "in",
    "of",
    "delete",
    "void",
    "throw",
    "instanceof",
    "else",
    "do",
    "await",
    "yield",
    "var",
    "let",
    "const",
    "function",
    "class",
    "if",
    "for",
    "while",
    "switch",
    "with",
    "catch",
    "try",
    "finally",
    "extends",
    "default",
    "break",
    "continue",
    "debugger",
    "export",
    "async",
];

/// Values that always exist.
const ALWAYS: [&str; 10] =
    ["this", "Math", "JSON", "Object", "Array", "Date", "Number", "String", "console", "spatial"];

const ASSIGNMENTS: [&str; 18] = [
    "=", "+=", "-=", "*=", "/=", "%=", "**=", "<<=", ">>=", ">>>=", "&=", "|=", "^=", "&&=", "||=", "??=",
    "++", "--",
];

/// An insertion at a byte offset.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Insertion {
    pub at: usize,
    pub text: &'static str,
}

/// The insertions that make every chain of this text optional, in order.
pub(crate) fn with_optional_chaining(text: &str, tokens: &[Token]) -> Vec<Insertion> {
    let Some(closing) = matching(text, tokens) else { return Vec::new() };
    let chains = Chains { text, tokens, closing: &closing };
    let mut insertions = Vec::new();
    for start in 0..tokens.len() {
        chains.from(start, &mut insertions);
    }
    insertions.sort_by_key(|insertion| insertion.at);
    insertions
}

/// The closing bracket of each opening one.
fn matching(text: &str, tokens: &[Token]) -> Option<Vec<usize>> {
    let mut closing = vec![0; tokens.len()];
    let mut open = Vec::new();
    for (index, token) in tokens.iter().enumerate() {
        if token.kind != Kind::Sign {
            continue;
        }
        match &text[token.range.clone()] {
            bracket @ ("(" | "[" | "{") => open.push((index, bracket)),
            bracket @ (")" | "]" | "}") => {
                let (start, opened) = open.pop()?;
                if !matches!((opened, bracket), ("(", ")") | ("[", "]") | ("{", "}")) {
                    return None;
                }
                closing[start] = index;
            }
            _ => {}
        }
    }
    open.is_empty().then_some(closing)
}

struct Chains<'a> {
    text: &'a str,
    tokens: &'a [Token],
    closing: &'a [usize],
}

impl Chains<'_> {
    fn sign(&self, index: usize) -> &str {
        match self.tokens.get(index) {
            Some(token) if token.kind == Kind::Sign => &self.text[token.range.clone()],
            _ => "",
        }
    }

    fn word(&self, index: usize) -> &str {
        match self.tokens.get(index) {
            Some(token) if token.kind == Kind::Name => &self.text[token.range.clone()],
            _ => "",
        }
    }

    /// The chain that starts at this token, if any.
    fn from(&self, start: usize, insertions: &mut Vec<Insertion>) {
        let before = start.checked_sub(1);
        let before_sign = before.map_or("", |index| self.sign(index));
        let before_word = before.map_or("", |index| self.word(index));
        if matches!(before_sign, "." | "?." | "++" | "--")
            || matches!(before_word, "new" | "function" | "class")
        {
            return;
        }
        let mut at = match self.tokens[start].kind {
            Kind::Name if !NO_VALUES.contains(&self.word(start)) => start + 1,
            Kind::Text => start + 1,
            Kind::Sign if self.sign(start) == "(" && !self.is_link(start) => self.closing[start] + 1,
            _ => return,
        };
        let mut found = Vec::new();
        let mut certain = ALWAYS.contains(&self.word(start));
        loop {
            match self.sign(at) {
                "." if self.tokens.get(at + 1).is_some_and(|next| next.kind == Kind::Name) => {
                    if !certain {
                        found.push(Insertion { at: self.tokens[at].range.start, text: "?" });
                    }
                    at += 2;
                }
                "[" => {
                    if !certain {
                        found.push(Insertion { at: self.tokens[at].range.start, text: "?." });
                    }
                    at = self.closing[at] + 1;
                }
                "(" => at = self.closing[at] + 1,
                "?." => {
                    at = match self.sign(at + 1) {
                        "[" | "(" => self.closing[at + 1] + 1,
                        _ => at + 2,
                    };
                }
                _ => break,
            }
            certain = false;
        }
        let tagged = self.tokens.get(at).is_some_and(|next| {
            let template = next.kind == Kind::Text && self.text[next.range.clone()].starts_with('`');
            template || next.kind == Kind::TemplateOpen
        });
        let assigned = ASSIGNMENTS.contains(&self.sign(at))
            && !(matches!(self.sign(at), "++" | "--") && self.tokens[at].after_line);
        let looped = matches!(self.word(at), "of" | "in") && before_sign == "(";
        if !(tagged || assigned || looped || self.sign(at) == "=>") {
            insertions.extend(found);
        }
    }

    /// Whether this bracket continues an expression instead of starting one.
    fn is_link(&self, index: usize) -> bool {
        let Some(before) = index.checked_sub(1) else { return false };
        match self.tokens[before].kind {
            Kind::Name => !NO_VALUES.contains(&self.word(before)),
            Kind::Sign => matches!(self.sign(before), ")" | "]" | "?."),
            Kind::Number | Kind::Text | Kind::TemplateClose | Kind::Regex => true,
            Kind::TemplateOpen | Kind::TemplateMiddle => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::tokens::tokenize;
    use super::*;

    fn made(text: &str) -> String {
        let mut out = text.to_owned();
        for insertion in with_optional_chaining(text, &tokenize(text).unwrap()).into_iter().rev() {
            out.insert_str(insertion.at, insertion.text);
        }
        out
    }

    #[test]
    fn members_that_are_read_are_forgiving() {
        assert_eq!(made("x.a.b"), "x?.a?.b");
        assert_eq!(made("this.a.b.map(l => l.p.q)"), "this.a?.b?.map(l => l?.p?.q)");
        assert_eq!(made("f(a.b)[c.d].e"), "f(a?.b)?.[c?.d]?.e");
        assert_eq!(made("(a.b || c).d"), "(a?.b || c)?.d");
        assert_eq!(made("return {x: o.p, [o.k]: `${o.n.m}`}"), "return {x: o?.p, [o?.k]: `${o?.n?.m}`}");
        assert_eq!(made("Math.max(...a.b, 1.5)"), "Math.max(...a?.b, 1.5)");
        assert_eq!(made("a?.b.c?.[d].e"), "a?.b?.c?.[d]?.e");
        assert_eq!(made("/x.y/.test(a.b)"), "/x.y/.test(a?.b)");
    }

    #[test]
    fn what_is_assigned_made_or_tagged_stays() {
        for text in [
            "this.a.b = 1",
            "x.y += 1",
            "x.y++",
            "++x.y",
            "new a.b.C(1)",
            "super.x()",
            "tag.a`x`",
            "new.target",
            "for (a.b of [1]) {}",
        ] {
            assert_eq!(made(text), text);
        }
        assert_eq!(made("this.a = x.y.z"), "this.a = x?.y?.z");
        assert_eq!(made("delete x.y"), "delete x?.y");
        assert_eq!(made("x.y\n++z"), "x?.y\n++z");
        assert_eq!(made("x.y == 1 && x.z === 2"), "x?.y == 1 && x?.z === 2");
    }
}
