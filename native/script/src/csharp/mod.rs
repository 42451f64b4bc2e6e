//! Index definitions in C#, translated to JavaScript: query and method syntax as clients send them, with C#'s lists,
//! texts, dates and numbers. `grammar.ebnf` is the grammar; anything else is rejected with an error that names it
//! and its position.
//!
//! Text → [`tokens`] → [`parser`] → [`syntax`] → [`emit`] → JavaScript, which calls the functions of `library/`.

mod declarations;
mod emit;
mod members;
mod parser;
mod sources;
mod syntax;
mod tokens;
mod types;

pub(crate) use self::sources::Sources;
use crate::error::{Position, ScriptError};

/// The library of translated texts: operators and methods with C#'s names and meanings.
pub(crate) const LIBRARY: &str = concat!(
    include_str!("library/values.js"),
    include_str!("library/dates.js"),
    include_str!("library/lists.js"),
    include_str!("library/texts.js"),
    include_str!("library/statements.js"),
);

/// Why a text is not translated.
#[derive(Debug)]
struct Untranslated {
    what: String,
    /// The byte of the token that is meant; `None` for the text as a whole.
    offset: Option<usize>,
}

/// Whether a text is C# rather than JavaScript, by its first tokens.
pub(crate) fn is_csharp(text: &str) -> bool {
    let text = text.trim_start();
    let begins = |word: &str, next: fn(char) -> bool| {
        text.strip_prefix(word).is_some_and(|rest| rest.starts_with(next))
    };
    begins("from", char::is_whitespace)
        || begins("docs", |c| c == '.' || c == '[')
        || begins("results", |c| c == '.')
        || is_chain_of_items(text)
}

/// `counters.…` or `timeSeries.…` in C#; in JavaScript both are followed by `.map(`.
fn is_chain_of_items(text: &str) -> bool {
    let rest = text.strip_prefix("counters").or_else(|| text.strip_prefix("timeSeries"));
    let Some(rest) = rest.map(str::trim_start) else { return false };
    let Some(member) = rest.strip_prefix('.') else { return rest.starts_with('[') };
    let after = member.trim_start().strip_prefix("map").map(str::trim_start);
    !after.is_some_and(|after| after.starts_with('('))
}

/// A map as JavaScript.
pub(crate) fn map(text: &str, sources: &Sources) -> Result<String, ScriptError> {
    parser::parse(text)
        .and_then(|tree| emit::map(&tree, &sources.functions))
        .map_err(|error| refuse("map", text, error))
}

/// A reduce as JavaScript.
pub(crate) fn reduce(text: &str, sources: &Sources) -> Result<String, ScriptError> {
    parser::parse(text)
        .and_then(|tree| emit::reduce(&tree, &sources.functions))
        .map_err(|error| refuse("reduce", text, error))
}

fn refuse(kind: &str, text: &str, Untranslated { what, offset }: Untranslated) -> ScriptError {
    let message = format!(
        "This C# {kind} cannot be carried out here: {what}. What cannot be written in the C# that is translated can be \
         written in JavaScript"
    );
    place(message, text, offset)
}

/// An error at a byte of a text.
fn place(message: String, text: &str, offset: Option<usize>) -> ScriptError {
    let Some(offset) = offset else { return ScriptError::Definition(format!("{message}.")) };
    let before = text.get(..offset).unwrap_or(text);
    let start = before.rfind('\n').map_or(0, |end| end + 1);
    let count = |number: usize| u32::try_from(number).unwrap_or(u32::MAX).saturating_add(1);
    let position = Position {
        line: count(before.matches('\n').count()),
        column: count(before[start..].chars().count()),
    };
    let line = text.get(start..).unwrap_or_default().lines().next().unwrap_or_default().to_owned();
    ScriptError::Syntax { message, position: Some(position), line }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn simple_shapes_become_javascript() {
        let made = |text| {
            super::map(text, &Sources::default()).unwrap().split_whitespace().collect::<Vec<_>>().join(" ")
        };
        assert_eq!(
            made("from o in docs.Orders select new { o.Total, City = o.To.City, Twice = o.Total * 2.5m }"),
            "map(\"Orders\", (o) => { const __entries = []; __entries.push({\"Total\": o.Total, \"City\": o.To.City, \"Twice\": __cs.mul(o.Total, 2.5)}); return __entries; })"
        );
        assert_eq!(
            made("docs.Orders.Select(o => new { o.Total })"),
            "map(\"Orders\", (o) => { const __entries = []; __entries.push({\"Total\": o.Total}); return __entries; })"
        );
        let nested = made(
            "from o in docs.Orders from l in o.Lines let p = l.P where p > 3 && o.Name != null select new { l.Q }",
        );
        assert!(nested.contains("for (const l of __cs.items(o.Lines)) {"), "{nested}");
        assert!(nested.contains("if ((__cs.gt(p, 3) && (o.Name != null))) {"), "{nested}");
        assert!(
            made("from o in docs.O select new { A = !(bool)o.A, B = - -(int?)o.B.C, C = -(o.C) }").contains(
                "{\"A\": !__cs.cast(o.A, \"bool\"), \"B\": __cs.neg(__cs.neg(__cs.cast(o.B.C, \"int\", true))), \"C\": __cs.neg(o.C)}"
            )
        );
        assert!(made("from o in docs select new { o.Id }").starts_with("map(\"@all_docs\""));
        for (text, head) in [
            (
                "from c in counters.Users.Likes select new { c.Value }",
                r#"__mapItems("Counters", "Users", "Likes", (c)"#,
            ),
            ("from c in counters select new { c.Name }", r#"__mapItems("Counters", "@all_docs", (c)"#),
            (
                "timeSeries[\"My Users\"].Pulse.SelectMany(ts => ts.Entries, (ts, e) => new { e.Tag })",
                r#"__mapItems("TimeSeries", "My Users", "Pulse", (ts)"#,
            ),
        ] {
            assert!(is_csharp(text), "{text}");
            assert!(made(text).starts_with(head), "{}", made(text));
        }
        for text in ["counters.map('Users', c => ({}))", "timeSeries . map ('Users', ts => ({}))"] {
            assert!(!is_csharp(text), "{text}");
        }
        assert!(
            made(
                "from o in docs[\"My Orders\"] select new { X = LoadDocument<User>(o.Ref, \"Users\").Name }"
            )
            .contains("load(o.Ref, \"Users\").Name")
        );
        for text in [
            "docs.Orders.Select(o => new { V = LoadCompareExchangeValue(o.Key) })",
            "docs.Orders.Select(o => new { V = this.LoadCompareExchangeValue<string>(o.Key) })",
        ] {
            assert!(made(text).contains("\"V\": cmpxchg(o.Key)"), "{}", made(text));
        }
    }

    #[test]
    fn reduces_become_javascript() {
        let made = |text| {
            super::reduce(text, &Sources::default()).unwrap().split_whitespace().collect::<Vec<_>>().join(" ")
        };
        assert_eq!(
            made(
                "from r in results group r by r.City into g select new { City = g.Key, Count = g.Sum(x => x.Count) }"
            ),
            "groupBy((r) => (r.City)).aggregate((g) => ({\"City\": g.key, \"Count\": __cs.Sum(g, (x) => (x.Count))}))"
        );
        assert_eq!(
            made(
                "results.GroupBy(r => new { r.A, B = r.C.D }).Select(g => new { g.Key.A, g.Key.B, N = g.Count() })"
            ),
            "groupBy((r) => ({\"A\": r.A, \"B\": r.C.D})).aggregate((g) => ({\"A\": g.key.A, \"B\": g.key.B, \"N\": __cs.Count(g)}))"
        );
    }

    #[test]
    fn what_is_not_translated_is_named() {
        for (text, part) in [
            ("from o in docs.Orders skip 3 select new { o.A }", "skip"),
            ("from o in docs.Orders select new { A = o.B.Frobnicate(3) }", "Frobnicate"),
            ("from o in docs.Orders select o", "new { … }"),
            ("from o in docs.Orders select new { A = typeof(X) }", "typeof"),
            ("from o in docs.Orders select new { A = File.ReadAllText(o.B) }", "File"),
            ("from o in docs.Orders select new { A = Math.Frobnicate(o.B) }", "Math.Frobnicate"),
            (
                "from o in docs.Orders select new { A = o.L.Select(int.Parse) }",
                "the name of a method as an argument",
            ),
            (
                "from o in docs.Orders select new { A = LoadCompareExchangeValue<string>(o.B, o.C) }",
                "'LoadCompareExchangeValue' has one argument",
            ),
            ("from o in docs.Orders select new { o.A", "do not close"),
            ("docs.Orders.Frob()", "Frob"),
        ] {
            let error = super::map(text, &Sources::default()).unwrap_err().to_string();
            assert!(error.contains(part), "{text}: {error}");
        }
    }

    #[test]
    fn what_is_not_translated_is_placed() {
        for (text, place) in [
            (
                "from o in docs.Orders\nselect new { A = o.N + }",
                "(line 2, column 24: select new { A = o.N + })",
            ),
            ("from o in docs.Orders\n  skip o.A\nselect new { o.A }", "(line 2, column 3: skip o.A)"),
            ("from o in docs.Orders select new {\n\tA = Foo(o.N) }", "(line 2, column 6: A = Foo(o.N) })"),
            ("from o in docs.Orders", "(line 1, column 16: from o in docs.Orders)"),
        ] {
            let error = super::map(text, &Sources::default()).unwrap_err();
            assert!(error.to_string().ends_with(place), "{text}: {error}");
        }
    }
}
