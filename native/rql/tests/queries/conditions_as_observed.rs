//! Conditions, each with the answer a RavenDB 7.1.5 server gave for the same documents.

use crate::memory::{Memory, items};
use serde_json::{Value, json};

fn check(memory: &Memory, prefix: &str, cases: &[(&str, &str)]) {
    for (condition, expected) in cases {
        let text = format!("{prefix} {condition}");
        let expected: Vec<&str> = expected.split_whitespace().collect();
        assert_eq!(memory.ids(&text), expected, "{text}");
    }
}

#[test]
fn text_is_compared_without_case_unless_exact() {
    check(
        &items(),
        "from Items where",
        &[
            ("Name = 'apple'", "i/1 i/7"),
            ("Name == 'APPLE'", "i/1 i/7"),
            ("exact(Name = 'apple')", "i/7"),
            ("Name in ('APPLE', 'cherry')", "i/1 i/2 i/7"),
            ("exact(Name in ('APPLE', 'cherry'))", "i/2"),
            ("Name > 'apple'", "i/3 i/2 i/6"),
            ("Name >= 'apple'", "i/3 i/1 i/2 i/6 i/7"),
            ("Name < 'b'", "i/1 i/7 i/8"),
            ("exact(Name > 'a')", "i/3 i/2 i/6 i/7"),
            ("Name between 'a' and 'banana'", "i/3 i/1 i/7"),
            ("startsWith(Name, 'A')", "i/1 i/7"),
            ("startsWith(Name, 'é')", "i/6"),
            ("exact(startsWith(Name, 'A'))", "i/1"),
            ("endsWith(Name, 'RY')", "i/2"),
            ("startsWith(Name, '')", ""),
            ("endsWith(Name, '')", ""),
            ("name = 'apple'", ""),
        ],
    );
}

#[test]
fn unequal_is_the_opposite_of_equal_so_missing_fields_count() {
    check(
        &items(),
        "from Items where",
        &[
            ("Name != 'apple'", "i/3 i/2 i/4 i/5 i/6 i/8 i/9"),
            ("Name <> 'apple'", "i/3 i/2 i/4 i/5 i/6 i/8 i/9"),
            ("Missing != 'x'", "i/3 i/1 i/2 i/4 i/5 i/6 i/7 i/8 i/9"),
            ("Tags != 'y'", "i/1 i/2 i/4 i/5 i/6 i/7 i/8 i/9"),
            ("B != true", "i/3 i/1 i/2 i/4 i/5 i/7 i/8 i/9"),
            ("Lines[].Q != 5", "i/1 i/2 i/4 i/5 i/6 i/7 i/8 i/9"),
        ],
    );
}

#[test]
fn null_is_a_value_and_missing_is_not() {
    check(
        &items(),
        "from Items where",
        &[
            ("Name = null", "i/4"),
            ("Name != null", "i/3 i/1 i/2 i/5 i/6 i/7 i/8 i/9"),
            ("Missing = null", ""),
            ("Missing != null", "i/3 i/1 i/2 i/4 i/5 i/6 i/7 i/8 i/9"),
            ("Tags = null", "i/2"),
            ("N in (null)", "i/4"),
            ("exists(Name)", "i/3 i/1 i/2 i/4 i/6 i/7 i/8 i/9"),
            ("exists(Missing)", ""),
            ("exists(Nest.A)", "i/5"),
            ("exists(Lines[].P)", "i/3"),
            ("exists(Tags)", "i/3 i/2"),
        ],
    );
}

#[test]
fn the_type_of_the_compared_value_separates_numbers_from_text() {
    check(
        &items(),
        "from Items where",
        &[
            ("N = 10", "i/1"),
            ("N = 10.0", "i/1"),
            ("N = '10'", "i/1"),
            ("N = 7", ""),
            ("N = '7'", "i/6"),
            ("N >= 2.5", "i/3 i/1 i/2"),
            ("N < 3", "i/2 i/7 i/9"),
            ("N > '2'", "i/3 i/2 i/6 i/8"),
            ("N != 10", "i/3 i/2 i/4 i/5 i/6 i/7 i/8 i/9"),
            ("N = -1", "i/7"),
            ("N = 1_0", "i/1"),
            ("startsWith(N, '1')", "i/1 i/9"),
            ("endsWith(N, '0')", "i/1"),
            ("B = true", "i/6"),
            ("B = 'TRUE'", "i/6"),
            ("B = false", "i/7"),
            ("B > false", "i/6"),
        ],
    );
}

#[test]
fn arrays_match_by_any_element() {
    check(
        &items(),
        "from Items where",
        &[
            ("Tags = 'y'", "i/3"),
            ("Tags[] = 'y'", "i/3"),
            ("Tags all in ('x', 'y')", "i/3"),
            ("Tags all in ('x', 'z')", ""),
            ("Tags in ('x', 'z')", "i/3 i/2"),
            ("Tags between 'x' and 'y'", "i/3"),
            ("Lines[].P = 'a'", "i/3"),
            ("Lines.P = 'a'", "i/3"),
            ("Lines[].Q > 2", "i/3"),
            ("Lines[].P = null", ""),
            ("Nest.A.B = 7", "i/5"),
            ("'Nest.A.B' = 7", "i/5"),
            ("'Name' = 'apple'", "i/1 i/7"),
            ("Name.x = 1", "i/9"),
            ("Name in ()", ""),
        ],
    );
}

#[test]
fn joined_conditions() {
    check(
        &items(),
        "from Items where",
        &[
            ("true", "i/3 i/1 i/2 i/4 i/5 i/6 i/7 i/8 i/9"),
            ("true and not Name = 'apple'", "i/3 i/2 i/4 i/5 i/6 i/8 i/9"),
            ("Name = 'apple' and not N = 10", "i/7"),
            ("Name = 'apple' or Name = 'banana' and N = 99", "i/1 i/7"),
            ("(Name = 'apple' or Name = 'banana') and N = 99", ""),
            ("true or N = 10", "i/3 i/1 i/2 i/4 i/5 i/6 i/7 i/8 i/9"),
            ("not (Name = 'apple' or exists(Ref))", "i/3 i/2 i/4 i/5 i/6"),
            ("not not Name = 'apple'", "i/1 i/7"),
            ("not = 1 or true = 1", ""),
        ],
    );
}

#[test]
fn ids_are_looked_up_or_compared_without_case() {
    check(
        &items(),
        "from Items where",
        &[
            ("id() = 'I/1'", "i/1"),
            ("id() in ('i/3', 'i/1', 'I/1', 'zz')", "i/1 i/3"),
            ("id() in ()", ""),
            ("id() > 'i/4'", "i/5 i/6 i/7 i/8 i/9"),
            ("id() != 'i/4'", "i/3 i/1 i/2 i/5 i/6 i/7 i/8 i/9"),
            ("id() between 'i/2' and 'i/4'", "i/3 i/2 i/4"),
            ("id() = 'i/1' or id() = 'i/2'", "i/1 i/2"),
            ("id() = 'i/1' and Name = 'apple'", "i/1"),
            ("id() = 'i/1' and Name = 'banana'", ""),
            ("id() = null", ""),
            ("endsWith(id(), '1')", "i/1"),
        ],
    );
    let mut memory = items();
    memory.put("Others", "o/1", &json!({}));
    check(
        &memory,
        "from",
        &[
            ("Others where id() = 'i/1'", ""),
            ("others where id() = 'o/1'", "o/1"),
            ("@all_docs where id() in ('o/1', 'i/1')", "i/1 o/1"),
            ("Others as o where id(o) = 'o/1'", "o/1"),
        ],
    );
}

#[test]
fn dates_are_compared_as_instants_whatever_their_form() {
    let mut memory = Memory::default();
    let dates = [
        "2024-01-02T00:00:00.0000000",
        "2024-01-02T00:00:00.0000000Z",
        "2024-01-02",
        "2024-01-02T00:00:00",
        "2024-01-02T01:00:00.0000000+01:00",
        "2024-01-02T00:00:00Z",
        "2024-01-02T00:00:00.123Z",
        "zzz",
        "2023",
    ];
    for (number, date) in dates.iter().enumerate() {
        memory.put("Ds", &format!("{}", number + 1), &json!({ "U": date }));
    }
    check(
        &memory,
        "from Ds where",
        &[
            ("U = '2024-01-02'", "1 2 3 4 5 6"),
            ("U = '2024-01-02T00:00:00Z'", "1 2 3 4 5 6"),
            ("exact(U = '2024-01-02')", "1 2 3 4 5 6"),
            ("U >= '2024-01-02'", "1 2 3 4 5 6 7"),
            ("U between '2024-01-01' and '2025-01-01'", "1 2 3 4 5 6 7"),
            ("U < '2024-01-02T00:00:01Z'", "1 2 3 4 5 6 7"),
            ("U != '2024-01-02'", "7 8 9"),
            ("U in ('2024-01-02', 'x')", "3"),
            ("startsWith(U, '2024-01')", "1 2 3 4 5 6 7"),
            ("U > '2024-01-01T'", "1 2 3 4 5 6 7 8"),
            ("U > '2022'", "1 2 3 4 5 6 7 8 9"),
        ],
    );
}

#[test]
fn escapes_odd_names_and_large_numbers() {
    let mut memory = Memory::default();
    memory
        .put("S", "1", &json!({"A": "it's", "B": "a\"b", "C": "tab\there", "D": "back\\slash", "N": 5}))
        .put("S", "2", &json!({"A": "ITA", "N": 5.0, "Big": i64::MAX, "W": ""}))
        .put(
            "S",
            "3",
            &json!({"A": "true", "N": "5", "Big": 9_007_199_254_740_993_i64, "we ird": 1, "from": "f"}),
        )
        .put("S", "4", &json!({"N": null, "Big": 9_007_199_254_740_992_i64, "Dbl": -0.0}));
    check(
        &memory,
        "from S where",
        &[
            ("A = 'it''s'", "1"),
            (r"A = 'it\'s'", "1"),
            ("A = \"it's\"", "1"),
            (r"A = 'it\u0041'", "2"),
            ("B = 'a\"b'", "1"),
            ("B = \"a\"\"b\"", "1"),
            (r"C = 'tab\there'", "1"),
            (r"D = 'back\\slash'", "1"),
            ("N = 5", "1 2"),
            ("N = '5'", "1 2 3"),
            ("N = '5.0'", ""),
            ("Big = 9007199254740993", "3"),
            ("Big > 9007199254740992", "2 3"),
            ("Big >= 9223372036854775807", "2"),
            ("Big = 9223372036854775808", ""),
            ("Dbl = 0", "4"),
            ("A = true", "3"),
            ("'we ird' = 1", "3"),
            ("from = 'f'", "3"),
            ("W = ''", "2"),
        ],
    );
}

#[test]
fn metadata_can_be_queried() {
    let mut memory = items();
    memory.put("Others", "o/1", &json!({"@metadata": {"@archive-at": "2024-05-01T00:00:00Z", "Tag": "x"}}));
    check(
        &memory,
        "from @all_docs where",
        &[
            ("@metadata.@collection = 'others'", "o/1"),
            ("@metadata.@archive-at < '2024-06-01'", "o/1"),
            ("@metadata.Tag = 'x'", "o/1"),
            ("@metadata.@last-modified > '2024-01-01T00:00:09'", "o/1"),
            ("@metadata.@flags = 'x'", ""),
        ],
    );
}

#[test]
fn parameters_stand_for_values() {
    let memory = items();
    let ids = |text: &str, parameters: Value| {
        let mut request = rookery_rql::QueryRequest::new(text);
        request.parameters = parameters.as_object().unwrap().clone();
        let answer = memory.request(&request).unwrap();
        answer.results.iter().map(|result| result.id().to_owned()).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(ids("from Items where Name = $p0", json!({"p0": "apple"})), "i/1 i/7");
    assert_eq!(ids("from Items where Name in ($p)", json!({"p": ["apple", "banana"]})), "i/3 i/1 i/7");
    assert_eq!(ids("from Items where Name in ($p)", json!({"p": [["apple"], ["banana"]]})), "i/3 i/1 i/7");
    assert_eq!(ids("from Items where Name in ($p, 'cherry')", json!({"p": ["apple"]})), "i/1 i/2 i/7");
    assert_eq!(ids("from Items where Name in ($p)", json!({"p": []})), "");
    assert_eq!(ids("from Items where Name = $p", json!({"p": null})), "i/4");
    assert_eq!(ids("from Items where Name = $p", json!({"p": {"x": 1}})), "");
    assert_eq!(ids("from Items where N between $a and $b", json!({"a": 2, "b": 10})), "i/3 i/1 i/2 i/9");
    assert_eq!(ids("from Items where id() in ($p)", json!({"p": ["i/2", "i/1"]})), "i/1 i/2");
    assert_eq!(ids("from Items limit $a, $b", json!({"a": 2, "b": 3})), "i/2 i/4 i/5");
}
