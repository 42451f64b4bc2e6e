//! Full text: what a search looks for, made into operators over the words of a field.

use rookery_cancel::CancelToken;
use rookery_rql::search::{Among, Clause, Search, Wanted};

use crate::dictionary::Dictionary;
use crate::error::Low;
use crate::gathering::Gathering;
use crate::matches::Matches;
use crate::operator::{Leaf, Operator, OperatorKind};
use crate::phrase;
use crate::score::Scoring;
use crate::segment::Segment;
use crate::terms::{self, Kind};
use crate::words;

/// Where the words of one field are.
#[derive(Debug, Clone, Copy)]
pub(crate) struct WordField {
    pub(crate) field: u16,
    pub(crate) among: Among,
}

impl WordField {
    pub(crate) fn reader(self, segment: &Segment) -> &Dictionary {
        match self.among {
            Among::Words => &segment.words,
            Among::Values | Among::ExactValues => &segment.terms,
        }
    }

    fn head(self) -> Vec<u8> {
        match self.among {
            Among::Words => words::head(self.field),
            Among::Values => terms::head(self.field, Kind::Folded),
            Among::ExactValues => terms::head(self.field, Kind::Exact),
        }
    }

    pub(crate) fn key(self, word: &str) -> Vec<u8> {
        match self.among {
            Among::Words => words::key(self.field, word),
            Among::Values => terms::text(self.field, Kind::Folded, word),
            Among::ExactValues => terms::text(self.field, Kind::Exact, word),
        }
    }

    /// Hands out every word of the field that looks as wanted.
    pub(crate) fn each_like(
        self,
        segment: &Segment,
        wanted: &Wanted,
        cancel: &CancelToken,
        mut each: impl FnMut(&tantivy::postings::TermInfo) -> Low<()>,
    ) -> Low<()> {
        let head = self.head();
        let mut first = head.clone();
        if let Wanted::Prefix(start) = wanted {
            first.extend_from_slice(start.as_bytes());
        }
        // No UTF-8 text has this byte.
        let mut after = first.clone();
        after.push(0xFF);
        let mut stretch = self.reader(segment).terms().range().ge(&first).lt(&after).into_stream()?;
        while stretch.advance() && !cancel.is_cancelled() {
            let word = stretch.key().get(head.len()..).and_then(|word| std::str::from_utf8(word).ok());
            if word.is_some_and(|word| wanted.is_word(word)) {
                each(stretch.value())?;
            }
        }
        Ok(())
    }

    /// Entries that have this word.
    pub(crate) fn with_word(self, segment: &Segment, word: &str, estimate: &mut Option<u64>) -> Low<Matches> {
        let reader = self.reader(segment);
        let Some(info) = reader.look_up(&self.key(word))? else {
            estimate.get_or_insert(0);
            return Ok(Matches::none());
        };
        *estimate.get_or_insert(0) += u64::from(info.doc_freq);
        let mut gathering = Gathering::new(segment.size(), info.doc_freq.into());
        gathering.add(reader, &info)?;
        Ok(gathering.finish())
    }

    /// Entries that have a word that looks as wanted.
    pub(crate) fn with_word_like(
        self,
        segment: &Segment,
        wanted: &Wanted,
        cancel: &CancelToken,
    ) -> Low<Matches> {
        let reader = self.reader(segment);
        let mut gathering = Gathering::new(segment.size(), u64::MAX);
        self.each_like(segment, wanted, cancel, |info| gathering.add(reader, info))?;
        Ok(gathering.finish())
    }
}

/// The operators of one search. `name` is the field's as the query has it.
pub(crate) fn operator(search: &Search, field: u16, name: &str) -> Operator {
    joined_clauses(search, field, name).scored(Scoring::of_search(search, field))
}

fn joined_clauses(search: &Search, field: u16, name: &str) -> Operator {
    let of = WordField { field, among: search.among };
    let made = |clause: &Clause| wanted(&clause.wanted, of, name);
    let looked_for: Vec<&Clause> = search.clauses.iter().filter(|clause| !clause.never).collect();
    if looked_for.is_empty() {
        return Operator::new("TermMatch [Empty]", Vec::new(), OperatorKind::Leaf(Leaf::Terms(Vec::new())));
    }
    let all = search.all || looked_for.iter().all(|clause| clause.must);
    let mut sides: Vec<Operator> = if all {
        looked_for.iter().map(|clause| made(clause)).collect()
    } else {
        // One of them at least, and those that must be there.
        let any = joined("BinaryMatch [Or]", looked_for.iter().map(|clause| made(clause)).collect());
        let must = looked_for.iter().filter(|clause| clause.must).map(|clause| made(clause));
        std::iter::once(any).chain(must).collect()
    };
    for clause in search.clauses.iter().filter(|clause| clause.never) {
        let inside = Box::new(made(clause));
        sides.push(Operator::new("UnaryMatch [Not]", Vec::new(), OperatorKind::Not(inside)));
    }
    joined("BinaryMatch [And]", sides)
}

fn joined(name: &'static str, mut sides: Vec<Operator>) -> Operator {
    match (sides.len(), sides.pop()) {
        (1, Some(only)) => only,
        (_, last) => {
            sides.extend(last);
            let kind =
                if name.ends_with("[And]") { OperatorKind::And(sides) } else { OperatorKind::Or(sides) };
            Operator::new(name, Vec::new(), kind)
        }
    }
}

fn wanted(wanted: &Wanted, of: WordField, name: &str) -> Operator {
    let field = || ("FieldName".to_owned(), name.to_owned());
    let like = |operation, parameter: &str, text: &str| {
        let parameters = vec![field(), (parameter.to_owned(), text.to_owned())];
        let leaf = Leaf::WordLike(of, Box::new(wanted.clone()));
        Operator::new(operation, parameters, OperatorKind::Leaf(leaf))
    };
    let term = |word: &str| {
        let parameters = vec![field(), ("Term".to_owned(), word.to_owned())];
        Operator::new("TermMatch", parameters, OperatorKind::Leaf(Leaf::Word(of, word.to_owned())))
    };
    match wanted {
        Wanted::Everything if of.among == Among::Words => {
            Operator::new("AllEntriesMatch", Vec::new(), OperatorKind::All)
        }
        Wanted::Everything => Operator::new(
            "MultiTermMatch [Exists]",
            vec![field()],
            OperatorKind::Leaf(Leaf::Exists(of.field)),
        ),
        Wanted::Words(all) => joined("BinaryMatch [And]", all.iter().map(|word| term(word)).collect()),
        Wanted::Phrase(phrase, _) if phrase.is_empty() => {
            Operator::new("TermMatch [Empty]", Vec::new(), OperatorKind::Leaf(Leaf::Terms(Vec::new())))
        }
        Wanted::Phrase(phrase, _) if phrase.len() == 1 => term(&phrase[0].text),
        Wanted::Phrase(phrase, slop) => {
            let all = joined("BinaryMatch [And]", phrase.iter().map(|word| term(&word.text)).collect());
            let text = phrase.iter().map(|word| word.text.as_str()).collect::<Vec<_>>().join(" ");
            let mut parameters = vec![field(), ("Phrase".to_owned(), text)];
            if *slop > 0 {
                parameters.push(("Proximity".to_owned(), slop.to_string()));
            }
            let kind = OperatorKind::Phrase(Box::new(all), of, phrase.clone(), *slop);
            Operator::new("PhraseMatch", parameters, kind)
        }
        Wanted::Prefix(start) => like("MultiTermMatch [StartsWith]", "Prefix", start),
        Wanted::Suffix(end) => like("MultiTermMatch [EndsWith]", "Suffix", end),
        Wanted::Inside(part) => like("MultiTermMatch [Contains]", "Term", part),
        Wanted::Pattern(pattern) => like("MultiTermMatch [Wildcard]", "Pattern", pattern),
        Wanted::Like(text, _) => like("MultiTermMatch [Fuzzy]", "Term", text),
        Wanted::Range(low, high, _) => like("MultiTermMatch [Range]", "Range", &format!("{low} TO {high}")),
        Wanted::Group(search) => {
            let search = Search { among: of.among, ..search.clone() };
            joined_clauses(&search, of.field, name)
        }
    }
}

/// Entries among those given in which the words stand as the phrase has them.
pub(crate) fn with_phrase(
    segment: &Segment,
    of: WordField,
    phrase: &[rookery_rql::search::Word],
    slop: u32,
    among: &Matches,
    cancel: &CancelToken,
) -> Low<Matches> {
    // Whole values have no places: several of them are never side by side.
    if of.among != Among::Words {
        return Ok(Matches::none());
    }
    phrase::entries(segment, of.field, phrase, slop, among, cancel)
}
