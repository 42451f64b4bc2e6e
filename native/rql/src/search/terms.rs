//! Search clauses over the words of a field, evaluated naively.

use super::analyzer::Word;
use super::analyzers::Analyzer;

/// A search, bound to its values.
#[derive(Debug, Clone, PartialEq)]
pub struct Search {
    /// The clauses; without any, nothing matches.
    pub clauses: Vec<Clause>,
    /// All of the clauses must be met, not any.
    pub all: bool,
    /// The terms of an index that are searched.
    pub target: SearchTarget,
}

/// What an index holds of a field that is searched.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum SearchTarget {
    /// The words its texts fall into.
    #[default]
    Words,
    /// Whole values without case: the field has no analyzer.
    Values,
    /// Whole values with their case.
    ExactValues,
}

/// One clause of a search.
#[derive(Debug, Clone, PartialEq)]
pub struct Clause {
    /// What.
    pub kind: ClauseKind,
    /// Required, whatever the other clauses are (`+`, `AND`).
    pub required: bool,
    /// Prohibited (`-`, `NOT`).
    pub prohibited: bool,
}

/// What a clause matches.
#[derive(Debug, Clone, PartialEq)]
pub enum ClauseKind {
    /// Every document, whatever the field holds.
    AllDocuments,
    /// Each of these words.
    Words(Vec<String>),
    /// These words at these positions, with this slop.
    Phrase(Vec<Word>, u32),
    /// A word that begins so.
    Prefix(String),
    /// A word that ends so.
    Suffix(String),
    /// A word with this inside.
    Contains(String),
    /// A word of this pattern: `?` is one character, `*` any number.
    Wildcard(String),
    /// A word like this one, by more than this similarity.
    Fuzzy(String, f64),
    /// A word in a range of texts or, where both are numbers, of numbers.
    Range(String, String, bool),
    /// A group of its own.
    Group(Search),
}

impl Search {
    /// The words of `search(field, text)`: split at blanks, quoted ones are phrases, `*` at either end is a
    /// wildcard.
    pub fn of_text(text: &str, all: bool, analyzer: Analyzer) -> Self {
        let mut clauses = Vec::new();
        let mut add = |wanted| clauses.push(Clause { kind: wanted, required: false, prohibited: false });
        for (piece, quoted) in pieces(text) {
            if quoted {
                let phrase = analyzer.analyzed(piece);
                if !phrase.is_empty() {
                    add(ClauseKind::Phrase(phrase, 0));
                }
                continue;
            }
            let inner = piece.trim_matches('*');
            let lower = analyzer.written(inner);
            match (piece.starts_with('*'), piece.ends_with('*')) {
                (true, _) if inner.is_empty() => add(ClauseKind::AllDocuments),
                (true, true) => add(ClauseKind::Contains(lower)),
                (true, false) => add(ClauseKind::Suffix(lower)),
                (false, true) => add(ClauseKind::Prefix(lower)),
                (false, false) => {
                    let found: Vec<String> =
                        analyzer.analyzed(piece).into_iter().map(|word| word.text).collect();
                    if !found.is_empty() {
                        add(ClauseKind::Words(found));
                    }
                }
            }
        }
        Self { clauses, all, target: SearchTarget::default() }
    }

    /// The words of a text, near each other in this order.
    pub fn near(text: &str, distance: u32, analyzer: Analyzer) -> Self {
        let phrase = analyzer.analyzed(text);
        let clause =
            Clause { kind: ClauseKind::Phrase(phrase, distance), required: false, prohibited: false };
        Self { clauses: vec![clause], all: false, target: SearchTarget::default() }
    }

    /// Whether a field with these words is found.
    pub fn is_met(&self, words: &[Word]) -> bool {
        let (mut any, mut some_wanted) = (false, false);
        for clause in &self.clauses {
            let there = clause.kind.is_there(words);
            if clause.prohibited {
                if there {
                    return false;
                }
                continue;
            }
            some_wanted = true;
            if (self.all || clause.required) && !there {
                return false;
            }
            any |= there;
        }
        some_wanted && any
    }

    /// The number of matches, for scores.
    pub fn times(&self, words: &[Word]) -> usize {
        self.clauses.iter().filter(|clause| !clause.prohibited).map(|clause| clause.kind.times(words)).sum()
    }
}

impl ClauseKind {
    fn is_there(&self, words: &[Word]) -> bool {
        match self {
            Self::AllDocuments => true,
            Self::Words(wanted) => wanted.iter().all(|wanted| words.iter().any(|word| word.text == *wanted)),
            Self::Phrase(phrase, slop) => has_phrase(words, phrase, *slop),
            Self::Group(search) => search.is_met(words),
            _ => words.iter().any(|word| self.is_word(&word.text)),
        }
    }

    pub(crate) fn times(&self, words: &[Word]) -> usize {
        match self {
            Self::AllDocuments => 1,
            Self::Words(wanted) => words.iter().filter(|word| wanted.contains(&word.text)).count(),
            Self::Phrase(..) => usize::from(self.is_there(words)),
            Self::Group(search) => search.times(words),
            _ => words.iter().filter(|word| self.is_word(&word.text)).count(),
        }
    }

    /// Whether the clause tests single words, and matches this one.
    pub fn is_word(&self, word: &str) -> bool {
        match self {
            Self::Prefix(start) => word.starts_with(start.as_str()),
            Self::Suffix(end) => word.ends_with(end.as_str()),
            Self::Contains(part) => word.contains(part.as_str()),
            Self::Wildcard(pattern) => fits(word, pattern),
            Self::Fuzzy(other, least) => similarity(word, other) > *least,
            Self::Range(low, high, inclusive) => is_between(word, low, high, *inclusive),
            Self::AllDocuments | Self::Words(_) | Self::Phrase(..) | Self::Group(_) => false,
        }
    }
}

/// Pieces between blanks, those in double quotes as one.
fn pieces(text: &str) -> Vec<(&str, bool)> {
    let mut found = Vec::new();
    let mut rest = text;
    loop {
        rest = rest.trim_start();
        if let Some(inside) = rest.strip_prefix('"')
            && let Some(end) = inside.find('"')
        {
            found.push((&inside[..end], true));
            rest = &inside[end + 1..];
            continue;
        }
        if rest.is_empty() {
            return found;
        }
        let end = rest.find(char::is_whitespace).unwrap_or(rest.len());
        found.push((&rest[..end], false));
        rest = &rest[end..];
    }
}

/// Whether the positions of the words, minus their positions in the phrase, differ by at most `slop`.
fn has_phrase(words: &[Word], phrase: &[Word], slop: u32) -> bool {
    let Some(first) = phrase.first() else { return false };
    // For each word of the phrase where it would make the phrase begin, in ascending order.
    let starts: Vec<Vec<i64>> = phrase
        .iter()
        .map(|wanted| {
            let offset = i64::from(wanted.position) - i64::from(first.position);
            let same = words.iter().filter(|word| word.text == wanted.text);
            same.map(|word| i64::from(word.position) - offset).collect()
        })
        .collect();
    meet(&starts, slop)
}

/// Whether each word of a phrase has a start position such that all differ by at most `slop`. Positions are
/// ascending.
pub fn meet(starts: &[Vec<i64>], slop: u32) -> bool {
    if starts.iter().any(Vec::is_empty) {
        return false;
    }
    // The smallest window over one start of each word: advance the smallest one until a list ends.
    let mut at = vec![0; starts.len()];
    loop {
        let chosen = || starts.iter().zip(&at).map(|(starts, at)| starts[*at]);
        let (Some(least), Some(most)) = (chosen().min(), chosen().max()) else { return false };
        if most - least <= i64::from(slop) {
            return true;
        }
        let Some(behind) = chosen().position(|start| start == least) else { return false };
        at[behind] += 1;
        if at[behind] == starts[behind].len() {
            return false;
        }
    }
}

/// From 0 to 1: how few edits make one text of the other, by the shorter one's length.
pub fn similarity(left: &str, right: &str) -> f64 {
    let shorter = left.chars().count().min(right.chars().count());
    if shorter == 0 {
        return 0.0;
    }
    #[expect(clippy::cast_precision_loss, reason = "lengths of words")]
    let distance = edits(left, right) as f64 / shorter as f64;
    1.0 - distance
}

/// How many characters must be put in, taken out or changed (Levenshtein's distance).
pub fn edits(left: &str, right: &str) -> usize {
    let right: Vec<char> = right.chars().collect();
    let mut row: Vec<usize> = (0..=right.len()).collect();
    for (number, a) in left.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = number + 1;
        for (column, b) in right.iter().enumerate() {
            let changed = diagonal + usize::from(a != *b);
            diagonal = row[column + 1];
            row[column + 1] = changed.min(diagonal + 1).min(row[column] + 1);
        }
    }
    row[right.len()]
}

/// Whether a word fits a pattern of `?` and `*`; goes back to the last star only, so it takes no more than
/// length by length.
fn fits(word: &str, pattern: &str) -> bool {
    let (word, pattern): (Vec<char>, Vec<char>) = (word.chars().collect(), pattern.chars().collect());
    let (mut at, mut part) = (0, 0);
    let mut star: Option<(usize, usize)> = None;
    while at < word.len() {
        if pattern.get(part) == Some(&'*') {
            star = Some((at, part + 1));
            part += 1;
        } else if pattern.get(part).is_some_and(|c| *c == '?' || *c == word[at]) {
            at += 1;
            part += 1;
        } else if let Some((from, after)) = star {
            star = Some((from + 1, after));
            (at, part) = (from + 1, after);
        } else {
            return false;
        }
    }
    pattern[part..].iter().all(|c| *c == '*')
}

fn is_between(word: &str, low: &str, high: &str, inclusive: bool) -> bool {
    let number = |text: &str| text.parse::<f64>().ok();
    let (above, below) = match (number(word), number(low), number(high)) {
        (Some(word), low_number, high_number)
            if (low == "*" || low_number.is_some()) && (high == "*" || high_number.is_some()) =>
        {
            (low_number.map(|low| word.total_cmp(&low)), high_number.map(|high| word.total_cmp(&high)))
        }
        _ => ((low != "*").then(|| word.cmp(low)), (high != "*").then(|| word.cmp(high))),
    };
    above.is_none_or(|order| order.is_gt() || (inclusive && order.is_eq()))
        && below.is_none_or(|order| order.is_lt() || (inclusive && order.is_eq()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str, search: &Search) -> bool {
        search.is_met(&Analyzer::Standard.analyzed(text))
    }

    fn near(text: &str, distance: u32) -> Search {
        Search::near(text, distance, Analyzer::Standard)
    }

    fn of_text(text: &str, all: bool) -> Search {
        Search::of_text(text, all, Analyzer::Standard)
    }

    #[test]
    fn phrases_and_distances() {
        let fox = "The quick brown fox jumps";
        for (text, distance, there) in
            [("quick fox", 1, true), ("quick fox", 0, false), ("fox quick", 2, false), ("fox quick", 3, true)]
        {
            assert_eq!(found(fox, &near(text, distance)), there, "{text} {distance}");
        }
        assert!(found("brown quick fox", &near("fox quick", 2)));
        assert!(found(fox, &of_text("\"brown fox\" nothing", false)));
        assert!(!found(fox, &of_text("\"brown fox\" nothing", true)));
    }

    #[test]
    fn wildcards_stand_at_the_ends() {
        for (text, there) in
            [("qui*", true), ("*ick", true), ("*uic*", true), ("*", true), ("q*k", false), ("", false)]
        {
            assert_eq!(found("quick", &of_text(text, false)), there, "{text}");
        }
    }

    #[test]
    fn likeness_counts_edits() {
        assert_eq!(edits("alpa", "alpha"), 1);
        assert_eq!(edits("", "abc"), 3);
        assert_eq!(edits("btea", "beta"), 2);
        assert!(similarity("alpa", "alpha") > 0.5 && similarity("btea", "beta") <= 0.5);
    }

    #[test]
    fn patterns_are_matched_without_trying_everything() {
        assert!(fits("quick", "q?i*k") && fits("", "*") && !fits("quick", "q?k"));
        assert!(!fits(
            &"a".repeat(2_000),
            &"*a".repeat(500).replace("*a*a", "*a").chars().chain(['b']).collect::<String>()
        ));
    }
}
