//! The patterns of `matches` and `exclude`: `*` any run of characters, `?` any one, alternatives separated by
//! `|`.

/// Alternatives an id's rest can match. Case is ignored.
#[derive(Debug)]
pub(crate) struct IdPattern {
    alternatives: Vec<Vec<char>>,
}

impl IdPattern {
    pub(crate) fn new(text: &str) -> Self {
        Self {
            alternatives: text
                .split('|')
                .map(|part| crate::document::ids::key_of(part).chars().collect())
                .collect(),
        }
    }

    /// Whether the whole of `rest` (in lower case) matches one of the alternatives.
    pub(crate) fn matches(&self, rest: &str) -> bool {
        let rest: Vec<char> = rest.chars().collect();
        self.alternatives.iter().any(|pattern| wildcard(pattern, &rest))
    }
}

/// Backtracks only to the last `*`: quadratic at worst, never exponential.
fn wildcard(pattern: &[char], text: &[char]) -> bool {
    let (mut p, mut t) = (0, 0);
    let mut star: Option<(usize, usize)> = None;
    while t < text.len() {
        match pattern.get(p) {
            Some('*') => {
                star = Some((p, t));
                p += 1;
            }
            Some(wanted) if *wanted == '?' || *wanted == text[t] => {
                p += 1;
                t += 1;
            }
            _ => match star {
                Some((at, from)) => {
                    star = Some((at, from + 1));
                    p = at + 1;
                    t = from + 1;
                }
                None => return false,
            },
        }
    }
    pattern[p..].iter().all(|rest| *rest == '*')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stars_marks_and_alternatives() {
        for (pattern, rest, matches) in [
            ("*", "", true),
            ("*2-a", "0002-a", true),
            ("*2-A", "0002-a", true),
            ("1|2", "2", true),
            ("1|2", "12", false),
            ("?", "ä", true),
            ("?", "", false),
            ("a*b*c", "axxbyyc", true),
            ("a*b*c", "axxbyy", false),
            ("", "", true),
        ] {
            assert_eq!(IdPattern::new(pattern).matches(rest), matches, "{pattern} on {rest}");
        }
    }

    #[test]
    fn a_hostile_pattern_ends_soon() {
        let pattern = IdPattern::new(&"*a".repeat(200));
        assert!(!pattern.matches(&format!("{}b", "a".repeat(2000))));
    }
}
