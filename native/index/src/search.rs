//! A search from beginning to end: operators segment by segment, then order and page, then the record of it
//! all.

use std::time::{Duration, Instant};

use rookery_cancel::CancelToken;
use rookery_rql::ast::Ordering as Comparing;
use rookery_rql::plan::{Columns, Condition, SortBy, SortValue};
use rookery_rql::timings::PlanNode;

use crate::compile::{self, FieldOf, LocationOf};
use crate::error::{IndexError, TantivyResult, failed};
use crate::matches::Matches;
use crate::more_like_this_clause::MoreLikeThisClause;
use crate::operator::{Operator, OperatorKind};
use crate::reader::{Hit, Reader};
use crate::score;
use crate::segment::Segment;
use crate::sort::{Key, Sorting};

/// What is searched for.
#[derive(Clone, Copy)]
pub struct SearchRequest<'q> {
    /// The fields that the columns of condition and sort keys refer to.
    pub columns: &'q Columns,
    /// The index field of a column.
    pub field_of: FieldOf<'q>,
    /// The index field with the locations of a column, or of two.
    pub location_of: LocationOf<'q>,
    /// `None` takes everything.
    pub condition: Option<&'q Condition>,
    /// Restricts the hits to those that resemble a document.
    pub more_like_this: Option<&'q MoreLikeThisClause>,
    /// Sort keys; without any, hits come by etag.
    pub sort: &'q [SortBy],
    /// Hits to skip.
    pub skip: u64,
    /// Hits to return at most.
    pub take: Option<u64>,
    /// Cancels the query.
    pub cancel: &'q CancelToken,
}

impl std::fmt::Debug for SearchRequest<'_> {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.debug_struct("SearchRequest").field("condition", &self.condition).finish_non_exhaustive()
    }
}

impl SearchRequest<'_> {
    pub(crate) fn operators(&self) -> Result<Operator, IndexError> {
        // A condition that is always true is left out if `moreLikeThis` restricts the hits.
        let condition = self
            .condition
            .filter(|condition| self.more_like_this.is_none() || !matches!(condition, Condition::True));
        let condition = condition
            .map(|condition| compile::condition(condition, self.columns, self.field_of, self.location_of))
            .transpose()?;
        let mut sides: Vec<Operator> = condition.into_iter().collect();
        sides.extend(self.more_like_this.into_iter().flat_map(MoreLikeThisClause::operators));
        if sides.len() > 1 {
            return Ok(Operator::new("BinaryMatch [And]", Vec::new(), OperatorKind::And(sides)));
        }
        Ok(sides.pop().unwrap_or_else(|| Operator::new("AllEntriesMatch", Vec::new(), OperatorKind::All)))
    }

    /// Whether some entries may meet it better than others.
    pub(crate) fn weighs(&self) -> bool {
        self.condition.is_some() || self.more_like_this.is_some()
    }
}

/// What was found.
#[derive(Debug, Clone)]
pub struct Hits {
    /// The page, in order.
    pub hits: Vec<Hit>,
    /// The number without paging.
    pub total: u64,
    /// The operators as they ran.
    pub plan: PlanNode,
}

impl Reader {
    /// Searches.
    ///
    /// # Errors
    /// When the index cannot answer such a condition, its files cannot be read, or the search was cancelled.
    pub fn search(&self, request: &SearchRequest<'_>) -> Result<Hits, IndexError> {
        let mut root = request.operators()?;
        let by_score = request.sort.iter().any(|by| by.value == SortValue::Score);
        if by_score {
            root.keep();
        }
        let mut found = Vec::with_capacity(self.segments.len());
        let mut total = 0;
        for segment in &self.segments {
            let matches = found_in(segment, &mut root, request.cancel)?;
            total += u64::from(matches.count(segment.size()));
            found.push(matches);
        }
        let mut plan = root.node();
        let start = Instant::now();
        let scores = if by_score { self.scores(&mut root, request).map_err(failed)? } else { Vec::new() };
        if request.cancel.is_cancelled() {
            return Err(IndexError::Cancelled);
        }
        let hits = if request.take == Some(0) {
            Vec::new()
        } else if request.sort.is_empty() && self.is_in_order() {
            self.page(&found, request)
        } else {
            self.sorted(&found, &scores, request)?
        };
        if !request.sort.is_empty() {
            plan = sorting_node(request, plan, total, hits.len() as u64, start.elapsed());
        }
        Ok(Hits { hits, total, plan })
    }

    /// The etags of everything found, ascending, without a page or an order: eight bytes each.
    ///
    /// # Errors
    /// As [`Reader::search`].
    pub fn etags(&self, request: &SearchRequest<'_>) -> Result<Vec<i64>, IndexError> {
        let mut root = request.operators()?;
        let mut etags = Vec::new();
        for segment in &self.segments {
            let matches = found_in(segment, &mut root, request.cancel)?;
            etags.reserve(matches.count(segment.size()) as usize);
            if request.cancel.is_cancelled() {
                return Err(IndexError::Cancelled);
            }
            etags.extend(matches.entries(segment.size()).map(|entry| segment.etag(entry)));
        }
        if !self.is_in_order() {
            etags.sort_unstable();
        }
        Ok(etags)
    }

    /// Whether the order of segments and entries is the order of etags.
    pub fn is_in_order(&self) -> bool {
        self.segments.iter().all(|segment| segment.is_ascending())
            && self.segments.windows(2).all(|pair| pair[0].last_etag() <= pair[1].first_etag())
    }

    fn page(&self, found: &[Matches], request: &SearchRequest<'_>) -> Vec<Hit> {
        let mut skip = request.skip;
        let mut left = request.take.unwrap_or(u64::MAX);
        let mut hits = Vec::new();
        for ((number, segment), matches) in (0_u32..).zip(&self.segments).zip(found) {
            let count = u64::from(matches.count(segment.size()));
            if skip >= count {
                skip -= count;
                continue;
            }
            let from = usize::try_from(skip).unwrap_or(usize::MAX);
            let most = usize::try_from(left).unwrap_or(usize::MAX);
            skip = 0;
            for entry in matches.entries(segment.size()).skip(from).take(most) {
                hits.push(Hit { etag: segment.etag(entry), segment: number, entry });
                left -= 1;
            }
            if left == 0 {
                break;
            }
        }
        hits
    }

    /// The score of every entry, segment by segment. Ends early when cancelled: the caller checks the token.
    fn scores(&self, root: &mut Operator, request: &SearchRequest<'_>) -> TantivyResult<Vec<Vec<f64>>> {
        for segment in &self.segments {
            root.count_terms(segment, self.entries(), request.cancel)?;
        }
        let mut all = Vec::with_capacity(self.segments.len());
        for (number, segment) in self.segments.iter().enumerate() {
            if request.cancel.is_cancelled() {
                break;
            }
            let mut scores = if request.weighs() {
                root.scores(segment, number, self.entries())
            } else {
                // All are as good as their boost.
                vec![1.0; segment.size() as usize]
            };
            if let Some(boosts) = score::boosts(segment)? {
                for (entry, score) in (0..).zip(&mut scores) {
                    *score *= boosts.first(entry).unwrap_or(1.0);
                }
            }
            all.push(scores);
        }
        Ok(all)
    }

    fn sorted(
        &self,
        found: &[Matches],
        scores: &[Vec<f64>],
        request: &SearchRequest<'_>,
    ) -> Result<Vec<Hit>, IndexError> {
        let field = |by: &SortBy| {
            let column = request.columns.sources.get(by.column)?;
            match &by.value {
                SortValue::Distance(measure) => {
                    let longitude = match measure.longitude {
                        Some(other) => Some(request.columns.sources.get(other)?),
                        None => None,
                    };
                    (request.location_of)(column, longitude)
                }
                _ => (request.field_of)(column),
            }
        };
        let keys: Vec<Key<'_>> = request.sort.iter().map(|by| Key::new(by, field(by))).collect();
        let keep = request.take.map(|take| request.skip.saturating_add(take));
        let mut sorting = Sorting::new(keys, keep);
        let alone = self.segments.len() == 1;
        for ((number, segment), matches) in (0_u32..).zip(&self.segments).zip(found) {
            let went_on = sorting
                .add(segment, number, matches, of_segment(scores, number), alone, request.cancel)
                .map_err(failed)?;
            if !went_on {
                return Err(IndexError::Cancelled);
            }
        }
        let mut hits = sorting.finish(request.cancel).ok_or(IndexError::Cancelled)?;
        let skip = usize::try_from(request.skip).unwrap_or(usize::MAX).min(hits.len());
        Ok(hits.split_off(skip))
    }
}

/// What one segment has of it that can be found.
fn found_in(segment: &Segment, root: &mut Operator, cancel: &CancelToken) -> Result<Matches, IndexError> {
    let matches = root.run(segment, cancel).map_err(failed)?;
    if cancel.is_cancelled() {
        return Err(IndexError::Cancelled);
    }
    Ok(match &segment.alive {
        Some(alive) => matches.and(alive.clone()),
        None => matches,
    })
}

fn of_segment(scores: &[Vec<f64>], number: u32) -> &[f64] {
    scores.get(number as usize).map_or(&[], Vec::as_slice)
}

/// Keys as RavenDB names them: plain for one, `Comparer0_…` for several.
fn sorting_node(
    request: &SearchRequest<'_>,
    child: PlanNode,
    given: u64,
    out: u64,
    took: Duration,
) -> PlanNode {
    let several = request.sort.len() > 1;
    let mut parameters = Vec::new();
    for (number, by) in request.sort.iter().enumerate() {
        let prefix = if several { format!("Comparer{number}_") } else { String::new() };
        let kind = match by.key.ordering {
            Comparing::Long => "Integer",
            Comparing::Double => "Floating",
            Comparing::AlphaNumeric => "Alphanumeric",
            _ => match by.value {
                SortValue::Score => "Score",
                SortValue::Random(_) => "Random",
                SortValue::Distance(_) => "Spatial",
                _ => "Sequence",
            },
        };
        let ascending = if by.key.descending { "False" } else { "True" };
        parameters.push((format!("{prefix}FieldName"), by.key.by_name()));
        parameters.push((format!("{prefix}Ascending"), ascending.to_owned()));
        parameters.push((format!("{prefix}FieldType"), kind.to_owned()));
    }
    if let Some(take) = request.take {
        parameters.push(("Take".to_owned(), request.skip.saturating_add(take).to_string()));
    }
    let own_ms = took.as_secs_f64() * 1_000.0;
    PlanNode {
        operation: if several { "SortingMultiMatch" } else { "SortingMatch" }.to_owned(),
        parameters,
        entries_in: given,
        entries_out: out,
        estimate: None,
        own_ms,
        total_ms: own_ms + child.total_ms,
        children: vec![child],
    }
}
