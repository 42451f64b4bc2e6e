//! `moreLikeThis` as operators: any of the words, and not the document they come from.

use crate::operator::{Leaf, Operator, OperatorKind};
use crate::scoring::Scoring;
use crate::terms::{self, Kind};
use crate::word_weights::{WeightedWord, WordWeights};

/// The words that were chosen.
#[derive(Debug, Clone)]
pub struct MoreLikeThisClause {
    pub(crate) words: Vec<WeightedWord>,
    /// The document whose entry they come from: no result itself.
    pub(crate) base: Option<String>,
}

impl MoreLikeThisClause {
    /// What is joined with the rest of a condition by `and`.
    pub(crate) fn operators(&self) -> Vec<Operator> {
        let pair = |name: &str, value: String| (name.to_owned(), value);
        let words = self.words.iter().map(|word| {
            let mut parameters = vec![pair("FieldName", word.field.clone()), pair("Term", word.word.clone())];
            if word.boost != 1.0 {
                parameters.push(pair("BoostFactor", word.boost.to_string()));
            }
            let leaf = Leaf::Word(word.of, word.word.clone());
            Operator::new("TermMatch", parameters, OperatorKind::Leaf(leaf))
        });
        let mut parameters = vec![pair("Terms", self.words.len().to_string())];
        if let Some(base) = &self.base {
            parameters.push(pair("BaseDocument", base.clone()));
        }
        let any = Operator::new("MoreLikeThisQuery", parameters, OperatorKind::Or(words.collect()));
        let mut all = vec![any.scored(Scoring::WeightedWords(WordWeights::new(self.words.clone())))];
        if let Some(base) = &self.base {
            let id = terms::text(terms::ID_FIELD, Kind::Folded, &rookery_rql::values::fold(base));
            let parameters = vec![pair("FieldName", "id()".to_owned()), pair("Term", base.clone())];
            let inside = OperatorKind::Leaf(Leaf::Terms(vec![id]));
            let inside = Box::new(Operator::new("TermMatch", parameters, inside));
            all.push(Operator::new("UnaryMatch [Not]", Vec::new(), OperatorKind::Not(inside)));
        }
        all
    }
}
