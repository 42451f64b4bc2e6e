//! `moreLikeThis` on written indexes: what a RavenDB 7.1.5 found, and random texts against the plainest way
//! of working it out from the documents.

use std::collections::BTreeMap;
use std::time::Duration;

use proptest::prelude::*;
use rookery_engine::{Database, QueryError, QueryOptions, QueryRequest, ResultItem};
use serde_json::{Value, json};

use crate::fixture::{delete_command, put, test_engine};
use crate::query_fixture::{ids, make, query_results};

fn few(shop: &Database) {
    for (id, text) in [
        ("1", "alpha alpha beta"),
        ("2", "alpha beta"),
        ("3", "alpha alpha"),
        ("4", "beta beta gamma"),
        ("5", "gamma delta"),
        ("6", "alpha gamma the"),
        ("7", "zeta"),
    ] {
        put(shop, &format!("few/{id}"), &json!({"Text": text, "@metadata": {"@collection": "Few"}}));
    }
    put(shop, "stop/1", &json!({"StopWords": ["fox", "ALPHA"], "@metadata": {"@collection": "StopWords"}}));
    put(shop, "stop/none", &json!({"@metadata": {"@collection": "StopWords"}}));
    put(shop, "stop/bad", &json!({"StopWords": "fox", "@metadata": {"@collection": "StopWords"}}));
    make(
        shop,
        json!({"Name": "Few", "Maps": ["map('Few', i => ({ Text: i.Text }))"], "Fields": {"Text": {"Indexing": "Search"}}}),
    );
}

/// The numbers of what was found, in order.
fn numbers(shop: &Database, query: &str) -> String {
    ids(&query_results(shop, query)).iter().map(|id| id.rsplit('/').next().unwrap()).collect()
}

fn sorted(text: &str) -> String {
    let mut letters: Vec<char> = text.chars().collect();
    letters.sort_unstable();
    letters.into_iter().collect()
}

/// Condition, and what a server finds. It gives them without an order (Corax) or by another formula (Lucene).
const FOUND: &[(&str, &str)] = &[
    ("moreLikeThis(id() = 'few/1')", "2346"),
    ("moreLikeThis(id() = 'few/1', '{}')", "2346"),
    ("moreLikeThis(id() = 'few/1', null)", "2346"),
    ("moreLikeThis(ID() = 'FEW/1')", "2346"),
    ("moreLikeThis(Text = 'alpha')", "2346"),
    ("moreLikeThis(true)", "2346"),
    ("moreLikeThis(id() = 'few/5' or id() = 'few/1')", "2346"),
    ("moreLikeThis(id() = 'few/1') and Text = 'gamma'", "46"),
    ("moreLikeThis(id() = 'few/1') or Text = 'gamma'", "2346"),
    ("(moreLikeThis(id() = 'few/1') or Text = 'zeta') and Text = 'alpha'", "236"),
    ("exists(Text) and moreLikeThis(id() = 'few/1')", "2346"),
    ("moreLikeThis(id() = 'few/7')", ""),
    ("moreLikeThis(id() = 'few/1', '{\"MinimumTermFrequency\": 2}')", "236"),
    ("moreLikeThis(id() = 'few/1', '{\"MinimumTermFrequency\": \"2\"}')", "236"),
    ("moreLikeThis(id() = 'few/1', '{\"MinimumTermFrequency\": -1}')", "2346"),
    ("moreLikeThis(id() = 'few/1', '{\"minimumTermFrequency\": 2, \"Bogus\": 1}')", "2346"),
    ("moreLikeThis(id() = 'few/1', '{\"MinimumDocumentFrequency\": 4}')", "236"),
    ("moreLikeThis(id() = 'few/1', '{\"MinimumDocumentFrequency\": 5}')", ""),
    ("moreLikeThis(id() = 'few/1', '{\"MaximumDocumentFrequency\": 3}')", "24"),
    ("moreLikeThis(id() = 'few/1', '{\"MaximumDocumentFrequency\": 0}')", ""),
    ("moreLikeThis(id() = 'few/1', '{\"MaximumDocumentFrequencyPercentage\": 50}')", "24"),
    ("moreLikeThis(id() = 'few/1', '{\"MaximumQueryTerms\": 1}')", "236"),
    ("moreLikeThis(id() = 'few/1', '{\"MaximumQueryTerms\": 0}')", "2346"),
    ("moreLikeThis(id() = 'few/1', '{\"MinimumWordLength\": 5}')", "236"),
    ("moreLikeThis(id() = 'few/1', '{\"MaximumWordLength\": 4}')", "24"),
    ("moreLikeThis(id() = 'few/1', '{\"MaximumWordLength\": 0}')", "2346"),
    ("moreLikeThis(id() = 'few/1', '{\"StopWordsDocumentId\": \"stop/1\"}')", "24"),
    ("moreLikeThis(id() = 'few/1', '{\"StopWordsDocumentId\": \"stop/none\"}')", "2346"),
    ("moreLikeThis(id() = 'few/1', '{\"Boost\": true, \"BoostFactor\": 3}')", "2346"),
    ("moreLikeThis(id() = 'few/1', '{\"Fields\": [\"Text\"]}')", "2346"),
    ("moreLikeThis(id() = 'few/1', '{\"Fields\": []}')", "2346"),
    ("moreLikeThis('{\"Text\": \"alpha beta\"}')", "12346"),
    ("moreLikeThis('{\"Text\": \"alpha\"}')", "1236"),
    ("moreLikeThis('{\"text\": \"ALPHA\"}')", "1236"),
    ("moreLikeThis('{\"Nope\": {\"A\": \"alpha\"}}')", "1236"),
    ("moreLikeThis('{\"Text\": [\"alpha\", \"gamma\"]}')", "123456"),
    ("moreLikeThis('{\"alpha\": \"zzz\"}')", ""),
    ("moreLikeThis('{\"Text\": \"the\"}')", ""),
    ("moreLikeThis('{\"Text\": null}')", ""),
    ("moreLikeThis('{}')", ""),
];

#[test]
fn finds_what_a_server_finds() {
    let test = test_engine();
    few(&test.shop);
    for (condition, wanted) in FOUND {
        let query = format!("from index 'Few' where {condition}");
        assert_eq!(sorted(&numbers(&test.shop, &query)), *wanted, "{query}");
    }
}

#[test]
fn the_most_like_come_first_and_pages_follow() {
    let test = test_engine();
    few(&test.shop);
    let like = "from index 'Few' where moreLikeThis(id() = 'few/1')";
    let all = numbers(&test.shop, like);
    // Both words; the rarer one twice; the other twice; the other once.
    assert_eq!(all, "2436");
    assert_eq!(numbers(&test.shop, &format!("{like} order by score()")), all);
    let page = query_results(&test.shop, &format!("{like} limit 1, 2"));
    assert_eq!((ids(&page), page.total), (vec!["few/4", "few/3"], 4));
    assert_eq!(numbers(&test.shop, &format!("{like} filter Text = 'alpha beta'")), "2");
    // What occurs there twice is worth more, and counts more when it is boosted by that.
    let boosted = "from index 'Few' where moreLikeThis(id() = 'few/1', '{\"Boost\": true}')";
    assert_eq!(numbers(&test.shop, boosted), "2346");
    let projected = query_results(&test.shop, &format!("{like} select distinct Text limit 1"));
    assert_eq!(projected.results.len(), 1);
}

fn failure(shop: &Database, text: &str) -> QueryError {
    let longest = Some(Duration::from_secs(20));
    shop.query(&QueryRequest::new(text), &QueryOptions { wait: longest, ..QueryOptions::default() })
        .unwrap_err()
}

#[test]
fn invalid_more_like_this_documents_are_reported() {
    let test = test_engine();
    few(&test.shop);
    query_results(&test.shop, "from index 'Few'");
    for (condition, part) in [
        ("moreLikeThis(id() = 'few/99')", "1:24 moreLikeThis() found no document in 'Few'"),
        ("moreLikeThis(Text = 'omega')", "found no document in 'Few'"),
        (
            "moreLikeThis(id() = 'few/1', '{\"StopWordsDocumentId\": \"stop/99\"}')",
            "The stop words document 'stop/99' could not be found.",
        ),
        ("moreLikeThis(id() = 'few/1', '{\"StopWordsDocumentId\": \"stop/bad\"}')", "not an array of words"),
        (
            "moreLikeThis(id() = 'few/1', '{\"Fields\": [\"text\"]}')",
            "The field 'text' is not indexed in 'Few'",
        ),
        ("moreLikeThis(Nope = 'a')", "The field 'Nope' is not indexed in 'Few'"),
    ] {
        let error = failure(&test.shop, &format!("from index 'Few' where {condition}"));
        assert!(error.to_string().contains(part), "{condition}: {error}");
    }
}

#[test]
fn the_plan_names_the_words_and_the_document() {
    let test = test_engine();
    few(&test.shop);
    let answer = query_results(
        &test.shop,
        "from index 'Few' where moreLikeThis(id() = 'few/1') and Text = 'gamma' include timings()",
    );
    let sorting = answer.timings.unwrap().plan.unwrap();
    let sorting = if sorting.operation == "SortingMatch" { &sorting } else { &sorting.children[0] };
    assert_eq!(sorting.operation, "SortingMatch");
    let and = &sorting.children[0];
    let names: Vec<&str> = and.children.iter().map(|child| child.operation.as_str()).collect();
    assert_eq!(
        (and.operation.as_str(), names),
        ("BinaryMatch [And]", vec!["TermMatch", "MoreLikeThisQuery", "UnaryMatch [Not]"])
    );
    let like = &and.children[1];
    let pair = |name: &str, value: &str| (name.to_owned(), value.to_owned());
    assert_eq!(like.parameters, [pair("Terms", "2"), pair("BaseDocument", "few/1")]);
    assert_eq!(like.entries_out, 5);
    let words: Vec<&str> = like.children.iter().map(|child| child.parameters[1].1.as_str()).collect();
    assert_eq!(words, ["alpha", "beta"]);
}

#[test]
fn a_word_is_searched_in_the_field_with_most_entries() {
    let test = test_engine();
    let shop = &test.shop;
    for (id, a, b) in [("1", "x", "q"), ("2", "x", "z"), ("3", "r", "x"), ("4", "r", "x"), ("5", "s", "x")] {
        put(shop, &format!("tops/{id}"), &json!({"A": a, "B": b, "@metadata": {"@collection": "Tops"}}));
    }
    make(shop, json!({"Name": "Tops", "Maps": ["map('Tops', i => ({ A: i.A, B: i.B }))"]}));
    // As the server has it.
    assert_eq!(sorted(&numbers(shop, "from index 'Tops' where moreLikeThis(id() = 'tops/1')")), "345");
    assert_eq!(sorted(&numbers(shop, "from index 'Tops' where moreLikeThis(id() = 'tops/3')")), "45");
    assert_eq!(
        sorted(&numbers(
            shop,
            "from index 'Tops' where moreLikeThis(id() = 'tops/1', '{\"Fields\": [\"A\"]}')"
        )),
        "2"
    );
}

#[test]
fn groups_and_automatic_indexes_are_supported() {
    let test = test_engine();
    let shop = &test.shop;
    few(shop);
    make(
        shop,
        json!({
            "Name": "Lengths",
            "Maps": ["map('Few', i => ({ Words: i.Text.split(' ').length, Texts: [i.Text] }))"],
            "Reduce": "groupBy(x => x.Words).aggregate(g => ({ Words: g.key, Texts: g.values.flatMap(x => x.Texts) }))",
            "Fields": {"Texts": {"Indexing": "Search"}},
        }),
    );
    let found = query_results(
        shop,
        "from index 'Lengths' where moreLikeThis(Words = 3, '{\"Fields\": [\"Texts\"]}')",
    );
    assert_eq!(found.total, 1);
    let ResultItem::Projection { fields, .. } = &found.results[0] else { panic!("{:?}", found.results) };
    assert_eq!(fields["Words"], json!(2));
    query_results(shop, "from Few where search(Text, 'alpha')");
    let name = "from index 'Auto/Few/BySearch(Text)'";
    assert_eq!(sorted(&numbers(shop, &format!("{name} where moreLikeThis(id() = 'few/1')"))), "2346");
    assert_eq!(sorted(&numbers(shop, &format!("{name} where moreLikeThis('{{\"a\": \"alpha\"}}')"))), "1236");
}

const WORDS: [&str; 9] = ["ant", "bee", "cat", "dog", "eel", "fly", "gnat", "horse", "ibis"];

#[derive(Debug, Clone)]
struct Text {
    words: Vec<usize>,
    kind: usize,
}

fn text() -> impl Strategy<Value = Text> {
    (proptest::collection::vec(0..WORDS.len(), 0..9), 0..4_usize)
        .prop_map(|(words, kind)| Text { words, kind })
}

fn options() -> impl Strategy<Value = Value> {
    let some = |range: std::ops::Range<u64>| proptest::option::weighted(0.4, range);
    let fields = prop_oneof![Just(json!([])), Just(json!(["Text"])), Just(json!(["Kind", "Text"]))];
    (some(0..4), some(0..6), some(2..20), some(20..100), some(1..6), some(3..5), some(3..6), any::<bool>(), fields)
        .prop_map(|(times, least, most, part, words, short, long, boost, fields)| {
            json!({
                "MinimumTermFrequency": times, "MinimumDocumentFrequency": least, "MaximumDocumentFrequency": most,
                "MaximumDocumentFrequencyPercentage": part, "MaximumQueryTerms": words, "MinimumWordLength": short,
                "MaximumWordLength": long, "Boost": boost, "Fields": fields,
            })
        })
}

/// Field by field, how often each word occurs in a document.
type Counted = BTreeMap<&'static str, BTreeMap<String, u64>>;

fn counted(text: &Text) -> Counted {
    let mut words = BTreeMap::new();
    for word in &text.words {
        *words.entry(WORDS[*word].to_owned()).or_insert(0) += 1;
    }
    BTreeMap::from([("Text", words), ("Kind", BTreeMap::from([(WORDS[text.kind].to_owned(), 1)]))])
}

/// What is alike, best first, with its score.
#[expect(clippy::cast_precision_loss, reason = "small numbers")]
fn naive(documents: &BTreeMap<usize, Counted>, base: usize, options: &Value) -> Vec<(usize, f64)> {
    let number = |name: &str| options[name].as_u64();
    let fields: Vec<&str> = match options["Fields"].as_array().unwrap().as_slice() {
        [] => vec!["Text", "Kind"],
        some => some.iter().map(|name| name.as_str().unwrap()).collect(),
    };
    let mut times: BTreeMap<&str, u64> = BTreeMap::new();
    for field in &fields {
        for (word, stands) in &documents[&base][field] {
            *times.entry(word).or_insert(0) += stands;
        }
    }
    let all = documents.len() as u64;
    let with = |field: &str, word: &str| {
        documents.values().filter(|one| one[field].contains_key(word)).count() as u64
    };
    let most = [
        number("MaximumDocumentFrequency"),
        number("MaximumDocumentFrequencyPercentage").map(|part| all * part / 100),
    ];
    let most = most.into_iter().flatten().min().unwrap_or(u64::MAX);
    let mut chosen: Vec<(f64, &str, &str, u64)> = Vec::new();
    for (word, stands) in times {
        let mut best = ("", 0);
        for field in &fields {
            if with(field, word) > best.1 {
                best = (field, with(field, word));
            }
        }
        let letters = word.len() as u64;
        let counts = stands >= number("MinimumTermFrequency").unwrap_or(0)
            && (number("MinimumDocumentFrequency").unwrap_or(0)..=most).contains(&best.1)
            && letters >= number("MinimumWordLength").unwrap_or(0)
            && letters <= number("MaximumWordLength").unwrap_or(u64::MAX);
        if counts {
            let worth = stands as f64 * ((all as f64 / (best.1 as f64 + 1.0)).ln() + 1.0);
            chosen.push((worth, word, best.0, best.1));
        }
    }
    chosen.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(b.1)));
    chosen.truncate(number("MaximumQueryTerms").map_or(25, |words| usize::try_from(words).unwrap()));
    let best = chosen.first().map_or(1.0, |word| word.0);
    let mut found = Vec::new();
    for (id, document) in documents.iter().filter(|(id, _)| **id != base) {
        let mut score = 0.0;
        for (worth, word, field, with) in &chosen {
            let Some(stands) = document[field].get(*word) else { continue };
            let rare = (1.0 + (all as f64 - *with as f64 + 0.5) / (*with as f64 + 0.5)).ln();
            let often = *stands as f64 * 2.2 / (*stands as f64 + 1.2);
            let boost = if options["Boost"] == json!(true) { worth / best } else { 1.0 };
            score += boost * rare * often;
        }
        if score > 0.0 {
            found.push((*id, score));
        }
    }
    found
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    #[test]
    fn random_texts_are_alike_as_the_plainest_way_has_it(
        rounds in proptest::collection::vec(proptest::collection::vec((0..24_usize, proptest::option::weighted(0.85, text())), 1..14), 1..4),
        requesting in proptest::collection::vec((0..24_usize, options()), 6),
    ) {
        let test = test_engine();
        let shop = &test.shop;
        let map = "map('Items', i => ({ Text: i.Text, Kind: i.Kind }))";
        make(shop, json!({"Name": "All", "Maps": [map], "Fields": {"Text": {"Indexing": "Search"}}}));
        let mut documents = BTreeMap::new();
        for round in &rounds {
            for (id, text) in round {
                match text {
                    Some(text) => {
                        let words: Vec<&str> = text.words.iter().map(|word| WORDS[*word]).collect();
                        let body = json!({"Text": words.join(" "), "Kind": WORDS[text.kind].to_uppercase(), "@metadata": {"@collection": "Items"}});
                        put(shop, &format!("items/{id}"), &body);
                        documents.insert(*id, counted(text));
                    }
                    None => {
                        shop.execute(vec![delete_command(&format!("items/{id}"))]).unwrap();
                        documents.remove(id);
                    }
                }
            }
            query_results(shop, "from index 'All'");
        }
        for (base, options) in requesting.iter().filter(|(base, _)| documents.contains_key(base)) {
            let mut request = QueryRequest::new(format!("from index 'All' where moreLikeThis(id() = 'items/{base}', $o)"));
            request.parameters.insert("o".to_owned(), options.clone());
            let answer = shop.query(&request, &QueryOptions::default()).unwrap();
            let wanted = naive(&documents, *base, options);
            let found: Vec<usize> = ids(&answer).iter().map(|id| id.rsplit('/').next().unwrap().parse().unwrap()).collect();
            let mut by_id = found.clone();
            by_id.sort_unstable();
            prop_assert_eq!(by_id, wanted.iter().map(|(id, _)| *id).collect::<Vec<_>>(), "like {} {}", base, options);
            let scores: BTreeMap<usize, f64> = wanted.into_iter().collect();
            for pair in found.windows(2) {
                prop_assert!(scores[&pair[0]] >= scores[&pair[1]] - 1e-9, "{:?} of {:?}", found, scores);
            }
        }
    }
}
