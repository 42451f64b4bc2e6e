//! Full text: compiles a search to operators over the words of a field.

use rookery_rql::search::{Clause, ClauseKind, Search, SearchTarget};

use crate::operator::{Leaf, Operator, OperatorKind};
use crate::scoring::Scoring;
use crate::word_field::WordField;

/// The operators of one search. `name` is the field's as the query has it.
pub(crate) fn operator(search: &Search, field: u16, name: &str) -> Operator {
    joined_clauses(search, field, name).scored(Scoring::of_search(search, field))
}

fn joined_clauses(search: &Search, field: u16, name: &str) -> Operator {
    let of = WordField { field, target: search.target };
    let made = |clause: &Clause| wanted(&clause.kind, of, name);
    let looked_for: Vec<&Clause> = search.clauses.iter().filter(|clause| !clause.prohibited).collect();
    if looked_for.is_empty() {
        return Operator::new("TermMatch [Empty]", Vec::new(), OperatorKind::Leaf(Leaf::Terms(Vec::new())));
    }
    let all = search.all || looked_for.iter().all(|clause| clause.required);
    let mut sides: Vec<Operator> = if all {
        looked_for.iter().map(|clause| made(clause)).collect()
    } else {
        // At least one clause, and all required ones.
        let any = joined("BinaryMatch [Or]", looked_for.iter().map(|clause| made(clause)).collect());
        let must = looked_for.iter().filter(|clause| clause.required).map(|clause| made(clause));
        std::iter::once(any).chain(must).collect()
    };
    for clause in search.clauses.iter().filter(|clause| clause.prohibited) {
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

fn wanted(wanted: &ClauseKind, of: WordField, name: &str) -> Operator {
    let field = || ("FieldName".to_owned(), name.to_owned());
    let like = |operation, parameter: &str, text: &str| {
        let parameters = vec![field(), (parameter.to_owned(), text.to_owned())];
        let leaf = Leaf::WordsMatching(of, Box::new(wanted.clone()));
        Operator::new(operation, parameters, OperatorKind::Leaf(leaf))
    };
    let term = |word: &str| {
        let parameters = vec![field(), ("Term".to_owned(), word.to_owned())];
        Operator::new("TermMatch", parameters, OperatorKind::Leaf(Leaf::Word(of, word.to_owned())))
    };
    match wanted {
        ClauseKind::AllDocuments if of.target == SearchTarget::Words => {
            Operator::new("AllEntriesMatch", Vec::new(), OperatorKind::All)
        }
        ClauseKind::AllDocuments => Operator::new(
            "MultiTermMatch [Exists]",
            vec![field()],
            OperatorKind::Leaf(Leaf::Exists(of.field)),
        ),
        ClauseKind::Words(all) => joined("BinaryMatch [And]", all.iter().map(|word| term(word)).collect()),
        ClauseKind::Phrase(phrase, _) if phrase.is_empty() => {
            Operator::new("TermMatch [Empty]", Vec::new(), OperatorKind::Leaf(Leaf::Terms(Vec::new())))
        }
        ClauseKind::Phrase(phrase, _) if phrase.len() == 1 => term(&phrase[0].text),
        ClauseKind::Phrase(phrase, slop) => {
            let all = joined("BinaryMatch [And]", phrase.iter().map(|word| term(&word.text)).collect());
            let text = phrase.iter().map(|word| word.text.as_str()).collect::<Vec<_>>().join(" ");
            let mut parameters = vec![field(), ("Phrase".to_owned(), text)];
            if *slop > 0 {
                parameters.push(("Proximity".to_owned(), slop.to_string()));
            }
            let kind = OperatorKind::Phrase(Box::new(all), of, phrase.clone(), *slop);
            Operator::new("PhraseMatch", parameters, kind)
        }
        ClauseKind::Prefix(start) => like("MultiTermMatch [StartsWith]", "Prefix", start),
        ClauseKind::Suffix(end) => like("MultiTermMatch [EndsWith]", "Suffix", end),
        ClauseKind::Contains(part) => like("MultiTermMatch [Contains]", "Term", part),
        ClauseKind::Wildcard(pattern) => like("MultiTermMatch [Wildcard]", "Pattern", pattern),
        ClauseKind::Fuzzy(text, _) => like("MultiTermMatch [Fuzzy]", "Term", text),
        ClauseKind::Range(low, high, _) => {
            like("MultiTermMatch [Range]", "Range", &format!("{low} TO {high}"))
        }
        ClauseKind::Group(search) => {
            let search = Search { target: of.target, ..search.clone() };
            joined_clauses(&search, of.field, name)
        }
    }
}
