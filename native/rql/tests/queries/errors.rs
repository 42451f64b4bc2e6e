//! Every error names the position and the remedy.

use crate::memory::{Memory, items};
use rookery_cancel::CancelToken;
use rookery_rql::{QueryError, QueryRequest, execute, parse};
use serde_json::{Value, json};

/// Query, position, part of the message.
const SYNTAX: &[(&str, (u32, u32), &str)] = &[
    ("", (1, 1), "Expected 'from'"),
    ("select * from Items", (1, 1), "found 'select'"),
    ("from", (1, 5), "the query ends here"),
    (
        "from where A = 1",
        (1, 6),
        "a collection's name or @all_docs after 'from', but found the keyword 'where'",
    ),
    ("from Items where Order = 1", (1, 18), "written in quotes: 'Order'"),
    ("from Items where order by A", (1, 18), "the name of a field, but found the keyword 'order'"),
    ("from 5", (1, 6), "found '5'"),
    ("from [Items]", (1, 6), "found '['"),
    ("from $c", (1, 6), "found '$c'"),
    ("from Items as", (1, 14), "a name after 'as'"),
    ("from Items, Others", (1, 11), "found ','"),
    ("from Items;", (1, 11), "';' is not part of RQL"),
    ("from Items i whre A = 1", (1, 14), "Did you mean 'where' instead of 'whre'?"),
    ("from Items whre A = 1", (1, 17), "Did you mean 'where' instead of 'whre'?"),
    ("from Items where", (1, 17), "Expected a condition"),
    ("from Items where A", (1, 19), "after the field 'A'"),
    ("from Items where A ~ 1", (1, 20), "'~' is not part of RQL"),
    ("from Items where A = ", (1, 22), "Expected a value"),
    ("from Items where A = apple", (1, 22), "the bare word 'apple'"),
    ("from Items where A = B.C", (1, 22), "the bare word 'B.C'"),
    ("from Items where A =< 2", (1, 21), "'=<' is written '<='"),
    ("from Items where A ! = 2", (1, 20), "write 'not'"),
    ("from Items where A = 1 && B = 2", (1, 24), "write 'and'"),
    ("from Items where A = 1 || B = 2", (1, 24), "write 'or'"),
    ("from Items where A = +1", (1, 22), "carry no sign"),
    ("from Items where A = 1e5", (1, 22), "'1e5' is not a number"),
    ("from Items where A = 'abc", (1, 22), "no closing '"),
    ("from Items where A = 'a\\qb'", (1, 24), "'\\q' is not an escape"),
    ("from Items where A = 1 /* x", (1, 24), "no closing */"),
    ("from Items where $p = A", (1, 18), "found '$p'"),
    ("from Items where (A = 1", (1, 24), "opened at 1:18"),
    ("from Items where A = 1)", (1, 23), "found ')'"),
    ("from Items where ()", (1, 19), "Expected a condition"),
    ("from Items where A = 1 and", (1, 27), "Expected a condition"),
    ("from Items where A in 1", (1, 23), "'(' after 'in'"),
    ("from Items where A in (1, 2", (1, 28), "in the list opened at 1:23"),
    ("from Items where A in (1,)", (1, 26), "Expected a value"),
    ("from Items where A between 1", (1, 29), "upper bound"),
    ("from Items where A.", (1, 20), "name after '.'"),
    ("from Items where A..B = 1", (1, 20), "name after '.'"),
    ("from Items where A['b'] = 1", (1, 20), "every element"),
    ("from Items where startsWith(A)", (1, 30), "text to look for"),
    ("from Items where exists()", (1, 25), "a field as the first argument"),
    ("from Items where id('x') = 1", (1, 21), "id() takes no argument"),
    ("from Items where foo(A) = 1", (1, 18), "no method 'foo()'"),
    ("from Items where A = foo(1)", (1, 22), "no method 'foo()'"),
    ("from Items where false", (1, 23), "after the field 'false'"),
    ("from Items order A", (1, 18), "'by' after 'order'"),
    ("from Items order by", (1, 20), "a field to order by"),
    ("from Items order by A as foo", (1, 26), "alphaNumeric"),
    ("from Items order by A asc desc", (1, 27), "found 'desc'"),
    ("from Items order by foo()", (1, 21), "no method 'foo()'"),
    ("from Items select", (1, 18), "after 'select'"),
    ("from Items select A,", (1, 21), "after 'select'"),
    ("from Items select A B", (1, 21), "found 'B'"),
    ("from Items select A as", (1, 23), "after 'as'"),
    ("from Items select exists(A)", (1, 19), "no method 'exists()'"),
    ("from Items select A where B = 1", (1, 21), "'where' is not allowed here"),
    ("from Items limit 1 order by A", (1, 20), "'order' is not allowed here"),
    ("from Items include", (1, 19), "timings()"),
    ("from Items include foo()", (1, 20), "no method 'foo()'"),
    ("from Items include A include B", (1, 22), "'include' is not allowed here"),
    ("from Items limit", (1, 17), "Expected a value"),
    ("from Items limit 1,", (1, 20), "Expected a value"),
    ("from Items limit 1,2,3", (1, 21), "found ','"),
    ("from Items limit 1,2 offset 3", (1, 22), "the skip is given twice"),
    ("from Items where A = $", (1, 22), "'$' and a name"),
    ("from Items group A", (1, 18), "'by' after 'group'"),
    ("from Items group by", (1, 20), "a field to group by"),
    ("from Items group by sum(A)", (1, 24), "array(field)"),
    ("from Items where A = 1 group by B", (1, 24), "'group' is not allowed here"),
    ("from Items where search(A)", (1, 26), "the words to look for"),
    ("from Items where search(A, 'b', maybe)", (1, 33), "'and' or 'or'"),
    ("from Items where proximity(A = 1, 2)", (1, 28), "search(…)"),
    ("from Items where fuzzy(A > 'x', 1)", (1, 26), "'=' after the field"),
    ("from Items where boost(A = 1)", (1, 29), "the factor"),
    ("from Items where spatial.within(A, 'x')", (1, 36), "a shape"),
    ("from Items where spatial.within(A, spatial.circle(1, 2))", (1, 55), "the longitude"),
    ("from Items where spatial.within(A, spatial.point(1, 2))", (1, 36), "a shape"),
    ("from Items order by A nulls", (1, 28), "'first' or 'last'"),
    ("from Items load A.B", (1, 20), "a name for the loaded document"),
    ("from Items select { a: 1", (1, 19), "no closing '}'"),
    ("from Items update this.x = 1", (1, 19), "'{' and the script"),
    ("update { this.x = 1 }", (1, 1), "comes last"),
    ("declare function { } from Items", (1, 18), "the function's name"),
    ("declare function f { } from Items", (1, 20), "the function's arguments"),
    ("declare function f() from Items", (1, 22), "the function's body"),
    ("from Items select facet(A, B)", (1, 28), "takes one field"),
    ("from Items select facet(A, B < 1)", (1, 24), "not both"),
    ("from Items include highlight(A, 1)", (1, 34), "the number of fragments"),
    ("from Items filter A = 1 filter B = 2", (1, 25), "'filter' is not allowed here"),
    ("from Items\n  where Näme = = 2", (2, 16), "Expected a value"),
    ("from Items\r\n\twhere 'é' = 'x' 'y'", (2, 18), "found 'y'"),
];

#[test]
fn syntax_errors_report_position_expectation_and_found_token() {
    for (query, (line, column), part) in SYNTAX {
        let Err(QueryError::Parse(error)) = parse(query) else { panic!("{query:?}: {:?}", parse(query)) };
        assert_eq!((error.line, error.column), (*line, *column), "{query:?}: {error}");
        assert!(error.message.contains(part), "{query:?}: {error}");
        assert!(error.message.ends_with(['.', '?']), "{query:?}: {}", error.message);
        assert!(!error.expected.is_empty() && error.query == *query, "{query:?}");
    }
}

#[test]
fn a_syntax_error_shows_the_line_with_a_caret_and_the_query() {
    let error = parse("from Items\nwhere Name = apple").unwrap_err();
    assert_eq!(
        error.to_string(),
        "2:14 Expected a value, but found the bare word 'apple'. Write text in quotes; one field can be compared with another in 'filter' only.\n\
         where Name = apple\n             ^^^^^\n\
         Query: from Items\nwhere Name = apple"
    );
    assert_eq!(error.code(), "rql-syntax");
}

/// Query, position, construct.
const UNSUPPORTED: &[(&str, (u32, u32), &str)] = &[
    ("from Items where vector.search(x, $p)", (1, 18), "vector.search()"),
    ("from Items where startsWith(A, cmpxchg('x'))", (1, 32), "cmpxchg()"),
    ("from Items where A in (cmpxchg('x'))", (1, 24), "cmpxchg()"),
    ("from Items where Lines[0].A = 1", (1, 24), "positions in arrays"),
    ("match (Items as i)", (1, 1), "graph queries"),
    ("with { from Items } as x match (x)", (1, 1), "graph queries"),
    ("from Items order by custom(Name, 'x')", (1, 21), "custom()"),
    ("from Items select sum(N)", (1, 19), "sum()"),
    ("from Items as i select getMetadata(i)", (1, 24), "getMetadata()"),
    ("from Items where count() > 1", (1, 18), "count()"),
    ("from Items where A = now()", (1, 22), "now()"),
];

#[test]
fn rql_that_is_not_answered_yet_is_refused_by_name() {
    for (query, (line, column), construct) in UNSUPPORTED {
        let Err(QueryError::Unsupported(error)) = parse(query) else {
            panic!("{query:?}: {:?}", parse(query))
        };
        assert_eq!((error.line, error.column), (*line, *column), "{query:?}: {error}");
        assert_eq!(error.construct, *construct, "{query:?}");
        let text = error.to_string();
        assert!(text.contains(&format!("The sandbox does not answer {construct} yet. ")), "{text}");
        assert!(
            error.advice.ends_with('.') || error.advice.contains("select ") || error.advice.ends_with('…'),
            "{text}"
        );
    }
}

/// Query, parameters, position, part of the message.
fn invalid() -> Vec<(&'static str, Value, (u32, u32), &'static str)> {
    vec![
        ("from Items where Name = $p", json!({"q": 1}), (1, 25), "no value was given"),
        ("from Items where Name = $p", json!({"p": ["a"]}), (1, 25), "Use 'in'"),
        ("from Items where N > null", json!({}), (1, 22), "null has no order"),
        ("from Items where N < $p", json!({"p": {}}), (1, 22), "an object"),
        ("from Items where N between null and 6", json!({}), (1, 28), "null"),
        ("from Items where N between 1 and '6'", json!({}), (1, 34), "of one kind"),
        ("from Items where startsWith(Name, 1)", json!({}), (1, 35), "is a number"),
        ("from Items where startsWith(Name, null)", json!({}), (1, 35), "is null"),
        ("from Items where Name all in ()", json!({}), (1, 18), "at least one value"),
        ("from Items limit -1", json!({}), (1, 18), "-1 was given"),
        ("from Items limit 1, -1", json!({}), (1, 21), "-1 was given"),
        ("from Items offset -1", json!({}), (1, 19), "to skip"),
        ("from Items limit 1.5", json!({}), (1, 18), "1.5 was given"),
        ("from Items limit 'a'", json!({}), (1, 18), "\"a\" was given"),
        ("from Items limit $p", json!({"p": "2"}), (1, 18), "\"2\" was given"),
        ("from Items limit $p", json!({}), (1, 18), "no value was given"),
        ("from Items select N, N", json!({}), (1, 22), "selected twice"),
        ("from Items select Name as N, N", json!({}), (1, 30), "selected twice"),
    ]
}

#[test]
fn semantic_errors_report_their_position() {
    for (query, parameters, at, part) in invalid() {
        items().assert_invalid(query, &parameters, at, part);
    }
}

#[test]
fn excessive_nesting_is_rejected_with_an_error() {
    for (open, close) in [("(", ")"), ("not (", ")"), ("exact(", ")"), ("not ", "")] {
        let fine = format!("from A where {}B = 1{}", open.repeat(40), close.repeat(40));
        assert!(parse(&fine).is_ok(), "{open}");
        let deep = format!("from A where {}B = 1{}", open.repeat(100_000), close.repeat(100_000));
        let error = parse(&deep).unwrap_err();
        assert!(
            error.to_string().contains("nested deeper than 100 levels (line 1, column "),
            "{open}: {}",
            error.to_string().chars().take(200).collect::<String>()
        );
    }
    let path = format!("from A where B{} = 1", ".c".repeat(100_000));
    assert!(parse(&path).unwrap_err().to_string().contains("64 steps"));
    let quoted = format!("from A where 'B{}' = 1", ".c".repeat(100_000));
    assert!(parse(&quoted).unwrap_err().to_string().contains("64 steps"));
    let arrays = format!("from A where B{} = 1", "[]".repeat(100_000));
    assert!(parse(&arrays).unwrap_err().to_string().contains("64 steps"));
}

#[test]
fn long_chains_of_conditions_are_no_deep_nesting() {
    for word in ["and", "or"] {
        let chain = vec!["N != 99"; 50_000].join(&format!(" {word} "));
        let ids = items().ids(&format!("from Items where {chain}"));
        assert_eq!(ids.len(), 9);
    }
    let list = (0..100_000).map(|n| n.to_string()).collect::<Vec<_>>().join(",");
    assert_eq!(items().ids(&format!("from Items where N in ({list})")), ["i/3", "i/1", "i/9"]);
}

#[test]
fn a_document_that_is_not_json_is_named() {
    let bodies: [&[u8]; 6] = [b"{\"A\": ", b"[1]", b"\"text\"", b"{\"A\": 1} x", b"", b"{\"A\": \"\xff\"}"];
    for body in bodies {
        let mut memory = Memory::default();
        memory.put("Bad", "b/1", &json!({"A": 1})).put_raw("Bad", "b/2", body.to_vec());
        for query in ["from Bad where A = 1", "from Bad order by A", "from Bad select A"] {
            let error = match memory.query(query) {
                Err(error) => error.to_string(),
                // A text where an object should be has no fields: nothing matches it, nothing breaks.
                Ok(answer) => {
                    assert_eq!(body, b"\"text\"", "{query} {answer:?}");
                    continue;
                }
            };
            assert!(error.contains("'b/2'"), "{error}");
        }
    }
}

#[test]
fn deep_documents_do_no_harm() {
    let mut memory = Memory::default();
    let deep = |open: &str, close: &str| {
        format!("{{\"A\": {}1{}, \"B\": 2}}", open.repeat(100_000), close.repeat(100_000))
    };
    memory.put_raw("Deep", "d/1", deep("[", "]").into_bytes());
    memory.put_raw("Deep", "d/2", deep("{\"A\":", "}").into_bytes());
    assert_eq!(memory.ids("from Deep where B = 2").len(), 2, "what is not looked at may be deep");
    assert!(memory.query("from Deep where A = 1").unwrap_err().to_string().contains("'d/1'"));
    assert!(memory.query("from Deep select B").unwrap_err().to_string().contains("'d/1'"));
}

#[test]
fn a_raised_flag_stops_the_query() {
    let cancelled = CancelToken::new();
    cancelled.cancel();
    let error = execute(&items(), &QueryRequest::new("from Items where N = 1"), &cancelled).unwrap_err();
    assert!(matches!(error, QueryError::Cancelled { scanned: 0 }), "{error}");
    assert_eq!(error.code(), "cancelled");
}

#[test]
fn a_failing_source_is_reported_with_its_message() {
    let mut memory = items();
    memory.fail_after = Some(3);
    let error = memory.query("from Items where N = 1").unwrap_err();
    assert_eq!(
        error.to_string(),
        "the query stopped because its documents could not be read: the disk is gone"
    );
}
