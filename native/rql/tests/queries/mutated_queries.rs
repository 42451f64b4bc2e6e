//! Randomly mutated queries, the same ones every time: each is parsed or rejected with a position, never a
//! panic.

#[path = "../../../fuzz/mutations/mod.rs"]
mod mutations;

const QUERIES: [&str; 12] = [
    "from Orders as o where o.Lines[].Product = 'products/1' and (Total >= 10.5 or not Paid) order by Total as double desc, id() limit 5, 10",
    "from @all_docs where startsWith(Name, $p0) and search(Text, 'a b*') select Name, Address.City as City",
    "from 'Odd Name' where X in ('a', \"b\", null, true, -1e3) and Y between 1 and 2",
    "from Users where exists(A.B) and id() in ($ids) include Friends, 'x' select distinct Name",
    "declare function f(o) { return { x: o.y } } from Orders as o load o.Company as c select f(o)",
    "from Orders group by Company where count() > 3 order by count() as long select key(), count() as N",
    "/* c */ from Users -- t\n where Name == 'O''Brien\\n' and all(Tags, 'x')",
    "from Orders as o where exact(o.Name = 'x') and boost(o.A = 1, 2.5) include timings(), explanations()",
    "from Users filter Age > 3 filter_limit 10 offset 5 fetch 2 rows",
    "from index 'A/B' where spatial.within(P, spatial.circle(1, 2, 3)) or moreLikeThis(id() = 'x') order by spatial.distance(P, spatial.point(1, 2)) select facet(A < 3, sum(B)), suggest(A, 'x')",
    "from Orders as o select { a: `${o.x}}`, b: /}/.test(o.y), 'c': { d: [1, 2] } } include highlight(A, 1, 2), counters(o, 'x'), revisions($d)",
    "from Orders where fuzzy(A = 'b', 0.5) or proximity(search(A, 'b c'), 2) or intersect(A = 1, B = 2) update { this.A = \"}\"; }",
];

#[test]
fn malformed_queries_are_parsed_or_rejected() {
    let (mut parsed, mut refused) = (0, 0);
    mutations::each(&QUERIES.map(|text| text.as_bytes().to_vec()), 40_000, |bytes| {
        let text = String::from_utf8_lossy(bytes);
        match rookery_rql::parse(&text) {
            Ok(_) => parsed += 1,
            Err(error) => {
                refused += 1;
                assert!(!error.to_string().is_empty());
            }
        }
    });
    assert!(parsed > 100 && refused > 1000, "{parsed} parsed, {refused} refused");
}
