//! Why hits have the scores they have: the operators that found them, with what each counts.

use std::fmt::Write as _;

use rookery_rql::search::{inverse_document_frequency, saturated_frequency};

use crate::error::{IndexError, TantivyResult, failed};
use crate::norms::Norms;
use crate::operator::{Operator, OperatorKind};
use crate::reader::{Hit, Reader};
use crate::score;
use crate::scoring::{Scoring, TermFrequencies};
use crate::search::SearchRequest;
use crate::segment::Segment;

impl Reader {
    /// A few lines about each of these hits of a search: the score and what it is made of.
    ///
    /// # Errors
    /// As the search itself.
    pub fn explain(&self, request: &SearchRequest<'_>, hits: &[Hit]) -> Result<Vec<String>, IndexError> {
        let mut root = request.operators()?;
        root.keep();
        for segment in &self.segments {
            root.run(segment, request.cancel)
                .and_then(|_| root.count_terms(segment, self.entries(), request.cancel))
                .map_err(failed)?;
            if request.cancel.is_cancelled() {
                return Err(IndexError::Cancelled);
            }
        }
        let mut parts: Vec<Option<Part<'_>>> = self.segments.iter().map(|_| None).collect();
        let mut all = Vec::with_capacity(hits.len());
        for hit in hits {
            if request.cancel.is_cancelled() {
                return Err(IndexError::Cancelled);
            }
            let number = hit.segment as usize;
            let segment = &self.segments[number];
            let part = parts[number].get_or_insert_with(|| Part::new(&root, segment, number, self.entries()));
            let boost = boost_of(segment, hit.entry).map_err(failed)?;
            let mut text = String::new();
            if !request.weighs() {
                let _ = writeln!(text, "{boost} = every entry counts as much as its boost");
            } else {
                if boost != 1.0 {
                    let score = part.scores[hit.entry as usize];
                    let _ = writeln!(text, "{} = {score} times the entry's boost {boost}", score * boost);
                }
                part.write(&mut text, hit.entry as usize, self.entries(), usize::from(boost != 1.0));
            }
            all.push(text);
        }
        Ok(all)
    }
}

fn boost_of(segment: &Segment, entry: u32) -> TantivyResult<f64> {
    Ok(score::boosts(segment)?.and_then(|boosts| boosts.first(entry)).unwrap_or(1.0))
}

/// An operator with the scores it gives the entries of one segment.
struct Part<'o> {
    of: &'o Operator,
    number: usize,
    scores: Vec<f64>,
    sides: Vec<Part<'o>>,
}

impl<'o> Part<'o> {
    fn new(of: &'o Operator, segment: &Segment, number: usize, entries: u64) -> Self {
        let inside: &[Operator] = match (&of.scoring, &of.kind) {
            (None, OperatorKind::And(sides) | OperatorKind::Or(sides)) => sides,
            (None, OperatorKind::Boost(inside, _)) => std::slice::from_ref(&**inside),
            _ => &[],
        };
        let sides = inside.iter().map(|side| Part::new(side, segment, number, entries)).collect();
        Self { of, number, scores: of.scores(segment, number, entries), sides }
    }

    fn write(&self, out: &mut String, entry: usize, entries: u64, depth: usize) {
        let score = self.scores[entry];
        let title = title(self.of);
        let indent = "  ".repeat(depth);
        let how = match &self.of.kind {
            _ if self.of.scoring.is_some() => "",
            OperatorKind::And(_) | OperatorKind::Or(_) => ", sum of:",
            OperatorKind::Boost(..) => ", times its factor:",
            _ => "",
        };
        let _ = writeln!(out, "{indent}{score} = {title}{how}");
        match &self.of.scoring {
            Some(Scoring::One(norms)) => self.write_norm(out, norms, entry, depth + 1),
            Some(Scoring::Terms(_, standing, norms)) => {
                self.write_norm(out, norms, entry, depth + 1);
                self.write_standing(out, standing, entry, entries, depth + 1);
            }
            Some(Scoring::Words(_, clauses, norms)) => {
                self.write_norm(out, norms, entry, depth + 1);
                for (_, standing) in clauses {
                    self.write_standing(out, standing, entry, entries, depth + 1);
                }
            }
            Some(Scoring::WeightedWords(_)) | None => {}
        }
        for side in self.sides.iter().filter(|side| side.scores[entry] != 0.0) {
            side.write(out, entry, entries, depth + 1);
        }
    }

    fn write_norm(&self, out: &mut String, norms: &Norms, entry: usize, depth: usize) {
        if norms.has(self.number) {
            let indent = "  ".repeat(depth);
            let norm = norms.of(self.number, entry);
            let _ = writeln!(
                out,
                "{indent}{norm} = the boost of the field, by the root of its number of terms; times:"
            );
        }
    }

    fn write_standing(
        &self,
        out: &mut String,
        standing: &TermFrequencies,
        entry: usize,
        entries: u64,
        depth: usize,
    ) {
        let times = standing.times(self.number, entry);
        if times == 0 {
            return;
        }
        let (rare, often, seen) =
            (inverse_document_frequency(standing.seen, entries), saturated_frequency(times), standing.seen);
        let indent = "  ".repeat(depth);
        let _ = writeln!(
            out,
            "{indent}{} = {rare} for being in {seen} of {entries} entries, times {often} for standing here {times} times",
            rare * often
        );
    }
}

/// Its name and parameters.
fn title(of: &Operator) -> String {
    let node = of.node();
    let shown: Vec<String> = node.parameters.iter().map(|(name, value)| format!("{name}: {value}")).collect();
    if shown.is_empty() { node.operation } else { format!("{}({})", node.operation, shown.join(", ")) }
}
