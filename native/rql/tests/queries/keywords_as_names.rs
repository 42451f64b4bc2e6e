//! Keywords as names, as RavenDB 7.1.5 and 6.2.4 read them: ten are refused unless they are quoted or follow a dot.

use rookery_rql::grammar::{KEYWORDS, QUOTED_NAMES, needs_quotes};
use rookery_rql::parse;

/// Places of a bare name; `NAME` is replaced.
const PLACES: [&str; 17] = [
    "from NAME",
    "from Items as NAME",
    "from Items where NAME = 1",
    "from Items where A = 1 and NAME = 1",
    "from Items where (NAME = 1)",
    "from Items where NAME in (1)",
    "from Items where NAME.Inner = 1",
    "from Items where exact(NAME = 1)",
    "from Items where startsWith(NAME, 'a')",
    "from Items filter NAME = 1",
    "from Items order by score(), NAME",
    "from Items group by NAME",
    "from Items group by array(NAME[])",
    "from Items as i load NAME as a",
    "from Items as i load i.A as NAME",
    "from Items select A as NAME",
    "from Items include NAME",
];

#[test]
fn ten_keywords_are_refused_as_bare_names() {
    for place in PLACES {
        for word in QUOTED_NAMES {
            for word in [word.to_owned(), word.to_uppercase()] {
                let query = place.replace("NAME", &word);
                let error = parse(&query).expect_err(&query).to_string();
                assert!(error.contains(&format!("the keyword '{word}'")), "{query}: {error}");
            }
        }
    }
}

#[test]
fn they_are_names_in_quotes_and_after_a_dot() {
    for word in QUOTED_NAMES {
        for place in PLACES {
            let query = place.replace("NAME", &format!("'{word}'"));
            let parsed = parse(&query).expect(&query);
            assert_eq!(parse(&parsed.to_string()).expect(&query).to_string(), parsed.to_string());
        }
        for query in [
            "from Items as i where i.NAME = 1 order by i.NAME select i.NAME",
            "from Items where Inner.NAME = 1 include Inner.NAME",
            "from Items as i filter i.A = i.NAME",
            "declare function f(x) { return x; } from Items as i select f(i.NAME)",
        ] {
            let query = query.replace("NAME", word);
            let printed = parse(&query).expect(&query).to_string();
            assert_eq!(parse(&printed).expect(&printed).to_string(), printed);
        }
    }
}

#[test]
fn other_keywords_are_names_without_quotes() {
    let others = KEYWORDS.iter().map(|keyword| keyword.text).filter(|text| !text.contains(' '));
    // Words of values, and the prefixes of conditions.
    for word in others.filter(|word| !needs_quotes(word) && !["null", "true", "false", "not"].contains(word))
    {
        for query in ["from Items where NAME = 1", "from Items order by NAME", "from NAME where A = 1"] {
            let query = query.replace("NAME", word);
            assert!(parse(&query).is_ok() || query.starts_with("from index"), "{query}");
        }
    }
}

#[test]
fn each_of_them_is_a_reserved_keyword() {
    for word in QUOTED_NAMES {
        let keyword = KEYWORDS.iter().find(|keyword| keyword.text.split(' ').next() == Some(word));
        assert!(keyword.is_some_and(|keyword| keyword.reserved), "{word}");
    }
}
