//! Parser properties: any input is parsed or refused without a panic, and printed queries parse to the same
//! tree.

use proptest::prelude::*;
use rookery_rql::ast::Query;
use rookery_rql::{QueryError, parse};

const VALID: &[&str] = &[
    "from Items",
    "from @all_docs as d where id(d) = 'x' limit 10",
    "from 'Odd \\'name\\'' as i where i.Name = \"x\" and not (i.N >= -2.5 or exists(i.'we ird'.B)) select i.Name as 'The Name', id(i)",
    "from Items where exact(startsWith(Lines[].Product, $p) or endsWith('A.B[]', 'x')) order by A as alphaNumeric desc, B as long, id()",
    "from Items where A between 1 and 2 and B in ('a', \"b\", null, true, $c) and C all in (1) // end",
    "from Items /* c */ where true and true = 1 and not = 2 order by C as double asc select distinct A, Lines[].B, 5 as N, 'x' as X include timings(), Ref, 'O.Refs[].Id' limit 1, $t",
    "from Items as i where i.i = 1 select distinct i offset 3",
    "from Items as i where i.'a.b' = 1.0 order by i.'a.b' limit 5 offset 3",
    "from Items group by A, array(Lines[].B) as l where count() > 1 and A = 'x' order by sum(Lines[].C) as double desc select key() as K, count(), sum(Lines[].C) as S",
    "from Items update { this.x = `a${b}`; }",
    "from index 'Items/By' as i where search(Text, 'a b*', and) or proximity(search(i.Text, $t), 2) or regex(A, '^x') or lucene(A, 'b:c') or exact(fuzzy(A = 'x', 0.5))",
    "from Items where boost(boost(A = 1, 2) and B = 2, $f) and intersect(A = 1, B = 2 and C = 3) and moreLikeThis(id() = 'x', $o) or moreLikeThis($d)",
    "from Items where spatial.within(spatial.point(A.Lat, A.Lng), spatial.circle(1, 2, -3.5, 'miles'), 0.1) or spatial.disjoint(Shape, spatial.wkt('POINT(1 2)')) or spatial.contains(spatial.wkt(W), spatial.wkt($w, 'Miles')) or spatial.intersects(W, spatial.circle(1, 2, 3))",
    "from Items order by score() desc, random(), random('x') desc, spatial.distance(Shape, spatial.point(1, 2), 10) desc nulls last, A as long nulls first",
    "declare function f(a, {b} = {}) { return /}/.test(a) ? `${b}}` : '}'; } declare function g() {} from Items as i load i.Ref as r, r.Lines[].Other as o[] filter i.A > i.B and r.Name = 'x' and i.r = 1 select f(i, r, i.A, $p, 1, 'x', null), g() as h, i, r, r.Name, id(r) as rid, i.r as ir limit 5 filter_limit 10",
    "from Items as i select distinct { a: i.A, 'b}': `${i.B}`, c() { return 1 } } include counters(i), counters(i.Ref, 'a', $b), revisions(Changes), revisions($when), explanations(), explanations($e), highlight(Text, 10, 2, $o), counters('a')",
    "from index 'X' select facet(A), facet(B < 10, B >= 10 and B < 20, sum(C), avg(D) as Mean, $o), facet(sum(X)), facet(id('facets/1')), suggest(A, 'x'), suggest(B, $t, $o)",
    "declare timeseries f(i, low) { from i.'Heart Rate' between low and '2024' load Tag as w where (Value > 3 or not Tag in ('a', null)) and w.'A b' = $p group by 2h, w.Make with interpolation(linear) select max() as M, percentile(9.5) scale 2 offset '01:00' } from Items as i load i.Ref as r select f(i, 3), timeseries(from r.H last 3 months where Values[3] between 1 and 2), timeseries(from $n first '1 d' group by $d, Tag) as T include timeseries('H', last(2)), timeseries(i.Ref, 'H', '2024', null), timeseries(last(1, 'h'))",
    "from Items where A = 1 load B as c update { this.x = 1 }",
    "from Items as 'not' where 'not'.A = 1 and 'not'.'not' = 2 and not ('not'.B = 3) order by 'not'.C select not.A",
];

/// Prints, reads, prints: the two texts and their trees agree.
fn check_round_trip(query: &Query) {
    let printed = query.to_string();
    let again = parse(&printed).unwrap_or_else(|error| panic!("{printed}\n{error}"));
    assert_eq!(again.to_string(), printed);
    assert_eq!(shape(&again), shape(query), "{printed}");
}

/// The tree without positions.
fn shape(query: &Query) -> String {
    let text = format!("{query:?}");
    let mut shape = String::new();
    let mut rest = text.as_str();
    while let Some(start) = rest.find("Position { ") {
        shape.push_str(&rest[..start]);
        rest = &rest[start..];
        rest = &rest[rest.find('}').map_or(rest.len(), |end| end + 1)..];
    }
    shape + rest
}

/// An error must point into the text or to its end.
fn check_position(text: &str, error: &QueryError) {
    let (line, column) = match error {
        QueryError::Parse(error) => (error.line, error.column),
        QueryError::Unsupported(error) => (error.line, error.column),
        QueryError::Invalid { line, column, .. } => (*line, *column),
        other => panic!("{text:?}: {other}"),
    };
    let Some(shown) = text.split('\n').nth(line as usize - 1) else { panic!("{text:?}: line {line}") };
    assert!(column >= 1 && column as usize <= shown.chars().count() + 1, "{text:?}: column {column}");
    assert!(!error.to_string().is_empty());
}

fn check(text: &str) {
    match parse(text) {
        Ok(query) => check_round_trip(&query),
        Err(error) => check_position(text, &error),
    }
}

#[test]
fn valid_queries_survive_printing() {
    for text in VALID {
        check_round_trip(&parse(text).unwrap_or_else(|error| panic!("{text}\n{error}")));
    }
}

fn word() -> impl Strategy<Value = String> {
    let words = [
        "from",
        "where",
        "order",
        "by",
        "select",
        "include",
        "limit",
        "offset",
        "and",
        "or",
        "not",
        "in",
        "all",
        "as",
        "between",
        "exact",
        "startsWith",
        "exists",
        "id",
        "timings",
        "true",
        "false",
        "null",
        "distinct",
        "desc",
        "long",
        "index",
        "Items",
        "i",
        "(",
        ")",
        ",",
        ".",
        "[]",
        "[",
        "]",
        "{",
        "*",
        "=",
        "!=",
        "<",
        ">=",
        "$p",
        "'x'",
        "\"y z\"",
        "1",
        "-2.5",
        "//",
        "/*",
        "*/",
        "\n",
        "'",
        "é",
        "i.",
        "'a.b'",
        "search(",
        "`",
        "group",
        "load",
        "filter",
        "filter_limit",
        "update",
        "declare function f() {}",
        "f(",
        "count()",
        "sum(",
        "array(",
        "nulls first",
        "boost(",
        "fuzzy(",
        "spatial.within(",
        "spatial.point(",
        "spatial.circle(1, 2, 3)",
        "moreLikeThis(",
        "intersect(",
        "facet(",
        "counters(",
        "highlight(",
        "c",
        "c.",
        "/",
    ];
    prop_oneof![9 => prop::sample::select(words.to_vec()).prop_map(str::to_owned), 1 => any::<String>()]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_text_is_answered_or_refused(text in any::<String>()) {
        check(&text);
        check(&format!("from A where {text}"));
        check(&format!("from A where B = '{text}"));
    }

    #[test]
    fn any_row_of_words_is_answered_or_refused(words in prop::collection::vec(word(), 0..25), glued in any::<bool>()) {
        let joined = words.join(if glued { "" } else { " " });
        check(&joined);
        check(&format!("from Items as i {joined}"));
        check(&format!("from Items as i where {joined}"));
        check(&format!("from Items as i load i.A as c {joined}"));
        check(&format!("declare function f(x) {{ return x }} from Items as i load A as c filter B = 1 select {joined}"));
    }

    #[test]
    fn a_changed_query_is_answered_or_refused(
        which in 0..VALID.len(), at in any::<prop::sample::Index>(), cut in 0_usize..6, put in word(),
    ) {
        let characters: Vec<char> = VALID[which].chars().collect();
        let start = at.index(characters.len() + 1);
        let end = characters.len().min(start + cut);
        let text: String = characters[..start].iter().copied().chain(put.chars()).chain(characters[end..].iter().copied()).collect();
        check(&text);
        check(&characters[..start].iter().collect::<String>());
    }

    #[test]
    fn text_survives_quoting(text in any::<String>(), alias in any::<String>()) {
        let quoted = |text: &str| format!("'{}'", text.replace('\\', "\\\\").replace('\'', "''"));
        let query = format!("from {} as {} where A = {}", quoted(&text), quoted(&alias), quoted(&text));
        let parsed = parse(&query).unwrap();
        prop_assert_eq!(parsed.from.source.collection(), Some(text.as_str()));
        prop_assert_eq!(parsed.from.alias.as_deref(), Some(alias.as_str()));
        check_round_trip(&parsed);
    }
}
