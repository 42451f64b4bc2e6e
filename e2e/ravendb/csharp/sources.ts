/** Maps and reduces that call functions of additional sources in C#. */
import type { CSharpIndex } from './maps.ts';

const usings =
  'using System;\nusing System.Collections.Generic;\nusing System.Globalization;\nusing System.Linq;\nusing System.Text;\n';

/** A map whose only field is `Helpers.F(argument)`, over a class with these members. */
function calling(argument: string, members: string): CSharpIndex {
  return {
    map: `from o in docs.Items select new { A = Helpers.F(${argument}) }`,
    sources: { Helpers: `${usings}namespace Acme.Text;\npublic static class Helpers\n{\n${members}\n}` },
    fields: ['A'],
  };
}

const text = 'public static string F(string s)';
const count = 'public static int F(string s)';

export const withSources: readonly CSharpIndex[] = [
  calling('o.Name', `${text} => s == null ? "none" : s.Trim().ToLowerInvariant();`),
  calling(
    'o.Code',
    `${text} { if (string.IsNullOrWhiteSpace(s)) return "empty"; return s.Trim().Replace(",", "-"); }`,
  ),
  calling('o.Name', `${count} { var n = 0; foreach (var c in s ?? "") { if (c == 'a') n++; } return n; }`),
  calling('o.Name', `${count} { var h = 17; foreach (var c in s ?? "") h = h * 31 + c; return h; }`),
  calling(
    'o.Code',
    `${text} { var sb = new StringBuilder(); foreach (var c in s) if (char.IsLetterOrDigit(c)) sb.Append(char.ToUpper(c)); return sb.ToString(); }`,
  ),
  calling(
    'o.Code',
    `${text} { var parts = new List<string>(); for (int i = 0; i < s.Length; i += 2) parts.Add(s.Substring(i, Math.Min(2, s.Length - i))); return string.Join("|", parts); }`,
  ),
  calling(
    'o.Name',
    `${text} { switch (s) { case null: return "null"; case "gamma": return "third"; default: return s.Length > 5 ? "long" : "short"; } }`,
  ),
  calling(
    'o.Name',
    `static readonly Dictionary<string, string> Known = new Dictionary<string, string> { { "gamma", "G" }, { "Alpha Beta", "AB" } };\n${text} => s != null && Known.TryGetValue(s, out var found) ? found : "?";`,
  ),
  calling(
    'o.Code',
    `private const int Most = 3;\n${text} { var t = s.Trim(); while (t.Length > Most) t = t.Substring(1); return t; }`,
  ),
  calling('o.Nest.Zip', `${count} { int n; if (!int.TryParse(s, out n)) return -1; return n + 1; }`),
  calling(
    'o.M',
    'public static int F(int n) { var sum = 0; for (var i = 1; i <= n; i++) { if (i == 3) continue; sum += i; } return sum; }',
  ),
  calling('o.M', 'public static double F(double n) { double half = n; return half / 4; }'),
  calling(
    'o.N',
    'static int Half(int n) { return n / 2; }\npublic static int F(int n) => Half(9) + Half(3);',
  ),
  calling(
    'o.Name, "*"',
    `${text} => F(s, "!");\npublic static string F(string s, string mark, string end = ".") { var r = s ?? ""; for (var i = 0; i < 2; i++) r += mark; return r + end; }`,
  ),
  calling(
    'mark: "x", s: o.Name',
    'public static string F(string s, string mark = "-") => mark + (s ?? "") + mark;',
  ),
  calling(
    'o.Tags',
    'public static string F(IEnumerable<dynamic> tags) { var r = ""; foreach (var tag in tags) { if (r != "") r += ","; r += tag; } return r; }',
  ),
  calling(
    'o.Lines',
    'public static int F(dynamic lines) { var n = 0; foreach (var line in lines) { if (line.Quantity > 1) n += line.Quantity; else n += 100; } return n; }',
  ),
  calling(
    'o.Code',
    `${text} { var seen = new HashSet<char>(); var sb = new StringBuilder(); foreach (var c in s) { if (!seen.Add(c)) continue; sb.Append(c).Append('.'); } return sb.ToString(); }`,
  ),
  calling(
    'o.Code',
    `${text} { var chars = s.ToCharArray(); var r = ""; for (var i = chars.Length - 1; i >= 0; i--) r += chars[i]; return r; }`,
  ),
  calling(
    'o.Code',
    `${count} { var counts = new Dictionary<string, int>(); foreach (var part in s.Split(',')) { if (!counts.ContainsKey(part)) counts[part] = 0; counts[part] += part.Length; } return counts.Values.Sum() * 10 + counts.Count; }`,
  ),
  calling('o.Name', `${text} { if (s == null) throw new ArgumentException("no name"); return s; }`),
  {
    map: 'from o in docs.Items select new { A = Helpers.F<string>(o.Name) }',
    sources: {
      Helpers: 'public static class Helpers { public static T F<T>(T value) where T : class => value; }',
    },
    fields: ['A'],
  },
  calling(
    'o.Name',
    `${text} { string r = null; do { r = (r ?? s ?? "") + "+"; } while (r.Length < 4); return r; }`,
  ),
  {
    map: 'from o in docs.Items select new { A = ((string)o.Name).Initials(), B = Acme.Names.Initials("x y") }',
    sources: {
      Names: `${usings}namespace Acme { public static class Names { public static string Initials(this string s) { if (s == null) return Marks.None; return string.Join("", s.Split(' ').Select(w => w.Substring(0, 1))); } } }`,
      Marks: 'public static class Marks { public const string None = "-"; }',
    },
    fields: ['A', 'B'],
  },
  {
    map: 'from o in docs.Items let kind = Kinds.Of(o.M) where kind != "odd" select new { Kind = kind, Count = 1, Twice = Kinds.Twice(o.M) }',
    reduce:
      'from r in results group r by r.Kind into g select new { Kind = g.Key, Count = g.Sum(x => x.Count), Twice = Kinds.Twice(g.Sum(x => x.Count)) }',
    sources: {
      Kinds:
        'public static class Kinds { public static string Of(long m) { return m % 2 == 0 ? "even" : "odd"; } public static long Twice(long n) { return n * 2; } }',
    },
    fields: ['Kind', 'Count', 'Twice'],
  },
];
