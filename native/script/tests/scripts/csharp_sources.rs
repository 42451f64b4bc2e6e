//! Additional sources in C#: static functions that maps and reduces call.

use rookery_script::{AdditionalSource, Limits, MapScript, NoHost, ReduceScript, ScriptError};

const ITEM: &str = r#"{"Name":"  Ab c1 ","N":5,"R":2.5,"Flag":true,"Day":"2024-03-05T10:20:30.0000000Z","Tags":["x","y","x"],"Map":{"a":1},"@metadata":{"@collection":"Items","@id":"items/1"}}"#;

fn sources(texts: &[&str]) -> Vec<AdditionalSource> {
    let named = texts.iter().enumerate();
    named
        .map(|(number, text)| AdditionalSource { name: format!("S{number}"), text: (*text).to_owned() })
        .collect()
}

fn mapped(text: &str, texts: &[&str]) -> Result<Vec<String>, ScriptError> {
    let map = MapScript::new(text, &sources(texts), None)?;
    let made = map.map(&mut NoHost, "Items", ITEM.as_bytes(), Limits::default())?;
    Ok(made.entries.into_iter().map(|entry| String::from_utf8(entry.body).unwrap()).collect())
}

/// The value of `Helpers.F(argument)` with these members of the class.
fn value(members: &str, argument: &str) -> Result<String, ScriptError> {
    let class = format!("using System;\nnamespace Acme;\npublic static class Helpers {{ {members} }}");
    let map = format!("from o in docs.Items select new {{ A = Helpers.F({argument}) }}");
    let mut made = mapped(&map, &[&class])?;
    let entry = made.pop().unwrap_or_default();
    Ok(entry.trim_start_matches(r#"{"A":"#).trim_end_matches('}').to_owned())
}

#[test]
fn functions_with_statements_are_carried_out() {
    for (members, argument, wanted) in [
        ("public static string F(string s) => s.Trim().ToLower();", "o.Name", r#""ab c1""#),
        ("public static string F(string s) { return s?.Trim(); }", "o.Nope", "null"),
        (
            "public static int F(string s) { var n = 0; foreach (var c in s) { if (char.IsDigit(c)) n++; else if (c == ' ') continue; } return n; }",
            "o.Name",
            "1",
        ),
        (
            "public static int F(string s) { int h = 17; foreach (var c in s?.Trim() ?? \"\") h = h * 31 + c; return h; }",
            "o.Name",
            "549677820",
        ),
        (
            "public static int F(int n) { int sum = 0; for (int i = 0, j = 1; i < n; i++, j += 2) sum += i * j; return sum; }",
            "o.N",
            "70",
        ),
        (
            "public static int F(int n) { int i = 0; while (true) { if (i >= 3) break; ++i; } do { i--; } while (i > 1); return i; }",
            "o.N",
            "1",
        ),
        ("public static double F(double n) { double half = n; return half / 2; }", "o.N", "2.5"),
        ("public static object F(long n) { long half = 5; return half / 2; }", "o.N", "2"),
        (
            "public static string F(string s) { switch (s.Trim()) { case \"x\": case \"y\": return \"one\"; case \"Ab c1\" when s.Length > 3: { var r = \"two\"; return r; } default: return \"other\"; } }",
            "o.Name",
            r#""two""#,
        ),
        (
            "public static string F(string s) { string r; switch (s) { case \"x\": r = \"one\"; break; default: r = \"other\"; break; } return r; }",
            "o.Name",
            r#""other""#,
        ),
        (
            "public static object F(string s) { var seen = new HashSet<string>(); var all = new List<string>(); foreach (var c in s) { if (seen.Add(c.ToString())) all.Add(c.ToString()); } all.Reverse(); return string.Join(\"|\", all); }",
            "\"abca\"",
            r#""c|b|a""#,
        ),
        (
            "public static string F(string s) { var sb = new StringBuilder(); foreach (var c in s) if (char.IsLetter(c)) sb.Append(char.ToUpper(c)); sb.Append('-').Append(sb.Length); return sb.ToString(); }",
            "o.Name",
            r#""ABC-4""#,
        ),
        (
            "static readonly Dictionary<string, string> Names = new() { [\"Ab c1\"] = \"found\" }; public static string F(string s) => Names.TryGetValue(s.Trim(), out var name) ? name : \"none\";",
            "o.Name",
            r#""found""#,
        ),
        (
            "static readonly string[] All = { \"a\", \"b\" }; const int Most = 1; public static string F(string s) { return All[Most]; }",
            "o.Name",
            r#""b""#,
        ),
        ("public static int F(string s) => int.TryParse(s, out int n) ? n : -1;", "\"12\"", "12"),
        (
            "public static int F(string s) { int n; if (!int.TryParse(s, out n)) return -1; return n; }",
            "o.Name",
            "-1",
        ),
        (
            "public static string F(string s, string sep = \"-\", int times = 2) { var r = s; for (var i = 1; i < times; i++) r += sep + s; return r; }",
            "\"a\", times: 3",
            r#""a-a-a""#,
        ),
        (
            "public static string F(string a, string b) => a + b; public static string F(string a) => F(a, \"!\");",
            "b: \"1\", a: \"2\"",
            r#""21""#,
        ),
        ("public static T F<T>(T a) where T : class { return a; }", "o.N", "5"),
        (
            "static int Half(int n) { return n / 2; } public static int F(int n) => Half(5) + Half(n);",
            "o.N",
            "4",
        ),
        ("public static object F(DateTime day) => day.Year + 1;", "o.Day", "2025"),
        (
            "public static object F(IEnumerable<string> all) { var counts = new Dictionary<string, int>(); foreach (var one in all) { if (!counts.ContainsKey(one)) counts[one] = 0; counts[one] += 1; } return counts.OrderByDescending(p => p.Value).First().Key; }",
            "o.Tags",
            r#""x""#,
        ),
        (
            "public static int F(string s) { var l = s.Split(',').ToList(); l.Remove(\"b\"); l.Insert(0, \"z\"); l.RemoveAt(1); return l.Count * 10 + l.IndexOf(\"c\"); }",
            "\"a,b,c\"",
            "21",
        ),
        ("public static char F(string s) { char c = s[0]; c++; return c; }", "\"a\"", r#""b""#),
        ("public static bool F(char c) => c >= 'a' && c <= 'z';", "'q'", "true"),
        ("public static int F(string s) => s[1] - '0';", "\"x7\"", "7"),
    ] {
        let found = value(members, argument).unwrap_or_else(|error| panic!("{members}: {error}"));
        assert_eq!(found, wanted, "{members}");
    }
}

#[test]
fn classes_call_each_other_and_extend_values() {
    let one = "using System; namespace Acme.Text { public static class One { public static string F(string s) { return Two.G(s) + Two.Mark; } } }";
    let two = "internal static class Two { public const string Mark = \"!\"; public static string G(this string s) => s.Trim(); public static int Count => 3; }";
    for (map, wanted) in [
        ("from o in docs.Items select new { A = One.F(o.Name), B = Two.Mark }", r#"{"A":"Ab c1!","B":"!"}"#),
        ("from o in docs.Items select new { A = Acme.Text.One.F(o.Name) }", r#"{"A":"Ab c1!"}"#),
        ("docs.Items.Select(o => new { A = ((string)o.Name).G(), C = Two.Count })", r#"{"A":"Ab c1","C":3}"#),
        ("from o in docs.Items select new { A = o.Tags.Select(t => Two.G(t)) }", r#"{"A":["x","y","x"]}"#),
    ] {
        assert_eq!(mapped(map, &[one, two]).unwrap(), [wanted], "{map}");
    }
    let sources = sources(&["public static class H { public static int Twice(int n) => n * 2; }"]);
    let map = "from o in docs.Items select new { K = \"k\", C = H.Twice(o.N) }";
    let reduce =
        "from r in results group r by r.K into g select new { K = g.Key, C = H.Twice(g.Sum(x => x.C)) }";
    let script = MapScript::new(map, &sources, Some(reduce)).unwrap();
    let made = script.map(&mut NoHost, "Items", ITEM.as_bytes(), Limits::default()).unwrap();
    let entry = &made.entries[0];
    assert_eq!(entry.body, br#"{"K":"k","C":10}"#);
    let reduce = ReduceScript::new(reduce, &sources).unwrap();
    let reduced = reduce.reduce(entry.key.as_ref().unwrap(), &[&entry.body], Limits::default()).unwrap();
    assert_eq!(reduced[0].body, br#"{"K":"k","C":20}"#);
}

#[test]
fn what_is_not_translated_is_named_and_placed() {
    for (source, part) in [
        (
            "class A {\n  public string F() { return \"\"; } }",
            "'F' is not static: objects of classes are not translated. ",
        ),
        ("public class A { public A(int x) { } }", "a constructor is not translated"),
        ("public static class A {\n  public static async Task F() { } }", "'async' is not translated"),
        (
            "public static class A { public static string F() { try { return \"\"; } catch { } } }",
            "'try' is not translated",
        ),
        ("public static class A { public static string F(ref string s) => s; }", "a parameter with 'ref'"),
        (
            "public static class A { public static string F(params string[] s) => s[0]; }",
            "a parameter with 'params'",
        ),
        (
            "public static class A { static int count = 0; }",
            "the field 'count' is neither 'const' nor 'readonly'",
        ),
        (
            "public static class A { public static int F(string s) => 1; public static int F(int n) => 1; }",
            "two functions are named 'F'",
        ),
        ("public static class A { } static class A { }", "two classes are named 'A'"),
        ("public enum E { A }", "'enum' is not translated"),
        ("public static class A : B { }", "has parameters or a base"),
        ("[Obsolete] public static class A { }", "attributes are not translated"),
        (
            "public static class A { public static string F() { return File.ReadAllText(\"x\"); } }",
            "the name 'File' is not known",
        ),
        (
            "public static class A { public static string F(string s) { return s.GetType(); } }",
            "the method 'GetType'",
        ),
        (
            "public static class A { public static int F(int n) { switch (n) { case 1: n = 2; } return n; } }",
            "must end with 'break'",
        ),
        (
            "public static class A { public static int F(int n) { int G() => 1; return G(); } }",
            "a function inside a function",
        ),
        (
            "public static class A { public static int F(int n) { B.X = 1; return n; } }",
            "only variables and elements",
        ),
        (
            "public static class A { const int C = 1; public static int F(int n) { C = 1; return n; } }",
            "'C' is not a variable",
        ),
        ("using static System.Math; public static class A { }", "'using' of a class"),
        (
            "public static class A { public static HashSet<string> F() => new HashSet<string>(StringComparer.Ordinal) { \"a\" }; }",
            "this argument of 'new HashSet'",
        ),
        ("function f(a) { return a }", "'function' is not translated"),
        ("public static class A { public static int F() => 1; ", "do not close"),
    ] {
        let error = mapped("from o in docs.Items select new { o.N }", &["", source]).unwrap_err().to_string();
        assert!(error.contains(part) && error.contains("The additional source 'S1'"), "{source}: {error}");
    }
    let source =
        "public static class A {\n  public static string F(string s)\n  {\n    return s.Frob();\n  }\n}";
    let error = mapped("from o in docs.Items select new { o.N }", &[source]).unwrap_err();
    assert!(error.to_string().ends_with("(line 4, column 14: return s.Frob();)"), "{error}");
    let source = "public static class A { static string F(string s) => s; public static int G(int a, int b = 1) => a; }";
    for (map, part) in [
        ("from o in docs.Items select new { B = A.F(o.N) }", "'A.F' is not public"),
        ("from o in docs.Items select new { B = A.G() }", "no function 'G' with 0 arguments"),
        ("from o in docs.Items select new { B = A.G(b: 1) }", "the parameter 'a' has no value"),
        ("from o in docs.Items select new { B = A.G(a: 1, c: 2) }", "there is no parameter 'c'"),
        ("from o in docs.Items select new { B = A.X }", "the class 'A' has no 'X'"),
    ] {
        let error = mapped(map, &[source]).unwrap_err().to_string();
        assert!(error.contains(part) && error.starts_with("This C# map"), "{map}: {error}");
    }
}

#[test]
fn functions_fail_as_in_csharp_and_have_the_limits_of_maps() {
    for (members, argument, part) in [
        (
            "public static string F(string s) { throw new ArgumentException($\"no {s.Trim()}\"); }",
            "o.Name",
            "ArgumentException: no Ab c1",
        ),
        ("public static string F(string s) => throw new Exception();", "o.Name", "Exception"),
        ("public static string F(string s) => s;", "o.N", "A parameter of type string cannot be 5"),
        ("public static string F(bool b) => \"\";", "o.Nope", "A parameter of type bool cannot be null"),
        (
            "static readonly Dictionary<string, int> D = new Dictionary<string, int> { { \"a\", 1 } }; public static int F(string s) => D[s];",
            "o.Name",
            "was not present in the dictionary",
        ),
        (
            "static readonly List<string> L = new List<string>(); public static int F(string s) { L.Add(s); return L.Count; }",
            "o.Name",
            "object is not extensible",
        ),
        ("public static int F(int n) { return F(n + 1); }", "o.N", "stack"),
    ] {
        let error = value(members, argument).unwrap_err().to_string();
        assert!(error.contains(part), "{members}: {error}");
    }
    for body in ["while (true) { }", "for (;;) n++;", "do n += 1; while (n > 0);"] {
        let error = value(&format!("public static int F(int n) {{ {body} return n; }}"), "o.N").unwrap_err();
        assert!(matches!(error, ScriptError::Limit { .. }), "{body}: {error}");
    }
    let grows = "public static int F(string s) { while (true) s += s; return 1; }";
    assert!(matches!(value(grows, "o.Name").unwrap_err(), ScriptError::Limit { .. }));
}

#[test]
fn deep_statements_are_refused_and_long_ones_are_not() {
    for (open, close) in [
        ("{", "}"),
        ("if (n > 0) ", ""),
        ("while (n > 0) {", "}"),
        ("switch (n) { case 1: ", "break; }"),
        ("for (;;) ", ""),
        ("foreach (var x in s) ", ""),
    ] {
        let nested = |levels: usize| {
            let body = format!("{}n = 1; {}", open.repeat(levels), close.repeat(levels));
            value(&format!("public static int F(string s) {{ int n = 0; {body} return n; }}"), "o.Name")
        };
        assert!(nested(40).is_ok() || matches!(nested(40), Err(ScriptError::Limit { .. })), "{open}");
        for levels in [200, 5000] {
            let error = nested(levels).unwrap_err().to_string();
            assert!(error.contains("is nested deeper than 100 levels"), "{open}: {error}");
        }
        let unclosed = format!("class A {{ static int F() {{ {}", open.repeat(20_000));
        drop(mapped("from o in docs.Items select new { o.N }", &[&unclosed]));
    }
    let namespaces = "namespace A { ".repeat(20_000);
    drop(mapped(
        "from o in docs.Items select new { o.N }",
        &[&namespaces, &format!("{namespaces}{}", "}".repeat(20_000))],
    ));
    let long = format!(
        "int n = 0; {} {} return n;",
        "n++; ".repeat(3000),
        "if (n == -1) n = 0; else ".repeat(500) + "n += 1;"
    );
    let found = value(&format!("public static int F(string s) {{ {long} }}"), "o.Name").unwrap();
    assert_eq!(found, "3001");
}
