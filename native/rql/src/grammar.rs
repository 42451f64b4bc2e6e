//! The words of RQL: the one list that the parser, the editor and their tests share.
//!
//! [`typescript`] writes it as `src/ui/rql/grammar.ts`, from which completion, highlighting and hover texts of
//! the editor are built. Tests compare that file with this list, and this list with the parser.

use std::fmt::Write;

use Place::{Filter, Include, Order, Select, Where};

/// The words that begin a clause, in the order in which a query may have them.
pub const CLAUSES: [&str; 12] = [
    "from",
    "group",
    "where",
    "order",
    "load",
    "filter",
    "select",
    "update",
    "include",
    "limit",
    "offset",
    "filter_limit",
];

/// The words that name a field, a collection, an index or an alias in quotes or after a dot only. Measured on
/// RavenDB 7.1.5 and 6.2.4, which accept all other keywords as names.
pub const QUOTED_NAMES: [&str; 10] =
    ["as", "group", "where", "order", "load", "select", "update", "include", "limit", "offset"];

/// Whether `name` is one of [`QUOTED_NAMES`].
#[must_use]
pub fn needs_quotes(name: &str) -> bool {
    QUOTED_NAMES.iter().any(|word| name.eq_ignore_ascii_case(word))
}

/// A word, or words that belong together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Keyword {
    /// As it is written, with one space between its words.
    pub text: &'static str,
    /// A field or a collection of this name is written in quotes.
    pub reserved: bool,
}

const fn reserved(text: &'static str) -> Keyword {
    Keyword { text, reserved: true }
}

const fn contextual(text: &'static str) -> Keyword {
    Keyword { text, reserved: false }
}

/// Every word with a meaning in addition to methods.
pub const KEYWORDS: [Keyword; 43] = [
    reserved("declare function"),
    contextual("declare timeseries"),
    reserved("from"),
    reserved("index"),
    reserved("as"),
    reserved("group by"),
    contextual("array"),
    reserved("where"),
    reserved("and"),
    reserved("or"),
    reserved("not"),
    reserved("in"),
    reserved("all in"),
    reserved("between"),
    reserved("order by"),
    reserved("asc"),
    contextual("ascending"),
    reserved("desc"),
    contextual("descending"),
    reserved("string"),
    reserved("long"),
    reserved("double"),
    reserved("alphaNumeric"),
    contextual("nulls first"),
    contextual("nulls last"),
    reserved("load"),
    reserved("filter"),
    reserved("select"),
    reserved("distinct"),
    reserved("update"),
    reserved("include"),
    reserved("limit"),
    reserved("offset"),
    reserved("filter_limit"),
    reserved("null"),
    reserved("true"),
    reserved("false"),
    contextual("with interpolation"),
    contextual("scale"),
    contextual("avg"),
    contextual("average"),
    contextual("min"),
    contextual("max"),
];

/// Comparisons that are written with signs, and those with words.
pub const OPERATORS: [&str; 11] = ["=", "==", "!=", "<>", "<", "<=", ">", ">=", "in", "all in", "between"];

/// The orders of `order by … as`.
pub const SORT_TYPES: [&str; 4] = ["double", "long", "alphaNumeric", "string"];

/// A clause that can contain methods.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    /// `where`.
    Where,
    /// `filter`.
    Filter,
    /// `order by`.
    Order,
    /// `select`.
    Select,
    /// `include`.
    Include,
}

impl Place {
    /// As the clause is written.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Where => "where",
            Self::Filter => "filter",
            Self::Order => "order by",
            Self::Select => "select",
            Self::Include => "include",
        }
    }
}

/// In queries with `group by`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Groups {
    /// Not there.
    No,
    /// There only.
    Only,
    /// There, too.
    Too,
}

/// Who answers a method.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Support {
    /// Every one.
    All,
    /// RavenDB with its Lucene engine, and the sandbox.
    Lucene,
    /// RavenDB with its Corax engine, and the sandbox.
    Corax,
}

/// A method and where it can be used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Method {
    /// In the usual case; RQL compares it without case.
    pub name: &'static str,
    /// The clauses that allow it, also as an argument of another method.
    pub places: &'static [Place],
    /// Its use in queries with `group by`.
    pub groups: Groups,
    /// After `from index` only.
    pub needs_index: bool,
    /// Who answers it.
    pub support: Support,
}

const fn method(name: &'static str, places: &'static [Place]) -> Method {
    Method { name, places, groups: Groups::No, needs_index: false, support: Support::All }
}

impl Method {
    const fn groups(self, groups: Groups) -> Self {
        Self { groups, ..self }
    }

    const fn on_index(self) -> Self {
        Self { needs_index: true, ..self }
    }

    const fn support(self, support: Support) -> Self {
        Self { support, ..self }
    }
}

/// Every method that an editor offers.
pub const METHODS: [Method; 35] = [
    method("id", &[Where, Filter, Order, Select]),
    method("startsWith", &[Where, Filter]).groups(Groups::Too),
    method("endsWith", &[Where, Filter]).groups(Groups::Too),
    method("exists", &[Where, Filter]).groups(Groups::Too),
    method("regex", &[Where, Filter]).groups(Groups::Too),
    method("search", &[Where]).groups(Groups::Too),
    method("exact", &[Where]).groups(Groups::Too),
    method("boost", &[Where]).groups(Groups::Too),
    method("fuzzy", &[Where]).support(Support::Lucene),
    method("proximity", &[Where]).support(Support::Lucene),
    method("lucene", &[Where]).support(Support::Lucene),
    method("intersect", &[Where]).support(Support::Lucene),
    method("moreLikeThis", &[Where]).on_index(),
    method("cmpxchg", &[Where, Include]),
    method("spatial.within", &[Where]),
    method("spatial.contains", &[Where]).support(Support::Corax),
    method("spatial.intersects", &[Where]),
    method("spatial.disjoint", &[Where]).support(Support::Corax),
    method("spatial.point", &[Where, Order]),
    method("spatial.circle", &[Where]),
    method("spatial.wkt", &[Where, Order]),
    method("spatial.distance", &[Order]),
    method("score", &[Order]).groups(Groups::Too),
    method("random", &[Order]).groups(Groups::Too),
    method("key", &[Select]).groups(Groups::Only),
    method("count", &[Select, Order]).groups(Groups::Only),
    method("sum", &[Select, Order]).groups(Groups::Only),
    method("facet", &[Select]).on_index(),
    method("suggest", &[Select]),
    method("timeseries", &[Select, Include]),
    method("highlight", &[Include]),
    method("explanations", &[Include]).support(Support::Lucene),
    method("timings", &[Include]).groups(Groups::Too),
    method("counters", &[Include]),
    method("revisions", &[Include]),
];

/// The list as the TypeScript module `src/ui/rql/grammar.ts`.
#[must_use]
pub fn typescript() -> String {
    let mut text = String::from(
        "/** Written from `native/rql/src/grammar.rs` by its test: `ROOKERY_WRITE_GRAMMAR=1 cargo test -p rookery-rql grammar`. */\n\n",
    );
    text.push_str("/** Words that begin a clause, in the order in which RQL takes them. */\n");
    push_list(&mut text, "clauses", &CLAUSES);
    let keywords = KEYWORDS.map(|keyword| keyword.text);
    text.push('\n');
    push_list(&mut text, "keywordTexts", &keywords);
    text.push_str("\n/** Keywords that name a field or a collection only in quotes. */\n");
    let quoted: Vec<&str> =
        KEYWORDS.iter().filter(|keyword| keyword.reserved).map(|keyword| keyword.text).collect();
    push_list(&mut text, "reservedTexts", &quoted);
    text.push('\n');
    push_list(&mut text, "operatorTexts", &OPERATORS);
    text.push('\n');
    push_list(&mut text, "sortTypes", &SORT_TYPES);
    text.push_str("\nexport const methods = [\n");
    for method in &METHODS {
        let places: Vec<String> = method.places.iter().map(|place| format!("'{}'", place.name())).collect();
        let _ = write!(text, "  {{ name: '{}', places: [{}]", method.name, places.join(", "));
        match method.groups {
            Groups::No => {}
            Groups::Only => text.push_str(", groups: 'only'"),
            Groups::Too => text.push_str(", groups: 'too'"),
        }
        if method.needs_index {
            text.push_str(", needs: 'index'");
        }
        match method.support {
            Support::All => {}
            Support::Lucene => text.push_str(", only: 'lucene'"),
            Support::Corax => text.push_str(", only: 'corax'"),
        }
        text.push_str(" },\n");
    }
    text.push_str("] as const;\n");
    text
}

/// On one line where that has at most 110 characters, as the formatter of the TypeScript has it.
fn push_list(text: &mut String, name: &str, words: &[&str]) {
    let quoted: Vec<String> = words.iter().map(|word| format!("'{word}'")).collect();
    let line = format!("export const {name} = [{}] as const;", quoted.join(", "));
    if line.len() <= 110 {
        let _ = writeln!(text, "{line}");
    } else {
        let _ = writeln!(text, "export const {name} = [\n  {},\n] as const;", quoted.join(",\n  "));
    }
}
