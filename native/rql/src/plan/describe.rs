//! How a test appears in the plan: RavenDB's operator names and parameter keys where they fit.

use super::bind::Binder;
use crate::ast::{Comparison, Operand, Predicate, Test};

/// How many values of a list are shown.
const SHOWN: usize = 10;

pub(super) fn test(test: &Test, binder: &Binder<'_>) -> (&'static str, Vec<(String, String)>) {
    let mut parameters = vec![("FieldName".to_owned(), test.field.to_string())];
    let mut add = |name: &str, value: String| parameters.push((name.to_owned(), value));
    let operation = match &test.predicate {
        Predicate::Compare(comparison, value) => {
            let text = shown(value, binder);
            match comparison {
                Comparison::Equal | Comparison::NotEqual => add("Term", text),
                Comparison::Less => add_range(&mut add, None, Some((text, "Exclusive"))),
                Comparison::LessOrEqual => add_range(&mut add, None, Some((text, "Inclusive"))),
                Comparison::Greater => add_range(&mut add, Some((text, "Exclusive")), None),
                Comparison::GreaterOrEqual => add_range(&mut add, Some((text, "Inclusive")), None),
            }
            match comparison {
                Comparison::Equal => "TermMatch",
                Comparison::NotEqual => "UnaryMatch [NotEquals]",
                Comparison::Less => "UnaryMatch [LessThan]",
                Comparison::LessOrEqual => "UnaryMatch [LessThanOrEqual]",
                Comparison::Greater => "UnaryMatch [GreaterThan]",
                Comparison::GreaterOrEqual => "UnaryMatch [GreaterThanOrEqual]",
            }
        }
        Predicate::Between(low, high) => {
            let (low, high) = (shown(low, binder), shown(high, binder));
            add_range(&mut add, Some((low, "Inclusive")), Some((high, "Inclusive")));
            "UnaryMatch [Between]"
        }
        Predicate::In(values) => {
            add("Terms", shown_list(values, binder));
            "MultiTermMatch [In]"
        }
        Predicate::AllIn(values) => {
            add("Terms", shown_list(values, binder));
            "MultiTermMatch [AllIn]"
        }
        Predicate::StartsWith(value) => {
            add("Prefix", shown(value, binder));
            "MultiTermMatch [StartsWith]"
        }
        Predicate::EndsWith(value) => {
            add("Suffix", shown(value, binder));
            "MultiTermMatch [EndsWith]"
        }
        Predicate::Exists => "MultiTermMatch [Exists]",
        Predicate::Search { terms, .. } => {
            add("Terms", shown(terms, binder));
            "MultiTermMatch [Search]"
        }
        Predicate::Regex(pattern) => {
            add("Pattern", shown(pattern, binder));
            "MultiTermMatch [Regex]"
        }
        Predicate::Lucene(expression) => {
            add("Expression", shown(expression, binder));
            "MultiTermMatch [Lucene]"
        }
        Predicate::Fuzzy { text, similarity } => {
            add("Term", shown(text, binder));
            add("Similarity", shown(similarity, binder));
            "MultiTermMatch [Fuzzy]"
        }
        Predicate::Spatial { relation, .. } => {
            add("SpatialRelation", relation.method().to_owned());
            "SpatialMatch"
        }
    };
    if test.exact {
        parameters.push(("IsExact".to_owned(), "True".to_owned()));
    }
    (operation, parameters)
}

type End = Option<(String, &'static str)>;

fn add_range(add: &mut impl FnMut(&str, String), low: End, high: End) {
    if let Some((value, option)) = low {
        add("LowValue", value);
        add("LowOption", option.to_owned());
    }
    if let Some((value, option)) = high {
        add("HighValue", value);
        add("HighOption", option.to_owned());
    }
}

fn shown(operand: &Operand, binder: &Binder<'_>) -> String {
    match binder.json(operand) {
        Ok(serde_json::Value::String(text)) => text,
        Ok(value) => value.to_string(),
        Err(_) => operand.to_string(),
    }
}

fn shown_list(operands: &[Operand], binder: &Binder<'_>) -> String {
    let mut texts: Vec<String> = operands.iter().take(SHOWN).map(|operand| shown(operand, binder)).collect();
    if operands.len() > SHOWN {
        texts.push(format!("… {} in all", operands.len()));
    }
    texts.join(", ")
}
