//! The plan carried out: documents in batches through filter, sort, distinct and page, then results, includes
//! and the record of what each operator did.

mod at_hand;
mod batch;
mod distinct;
mod explained;
mod extract;
mod group;
mod highlight;
mod includes;
mod like_javascript;
mod loader;
mod mask;
mod pipeline;
mod places;
mod predicate;
mod project;
mod projector;
mod record;
mod record_timings;
mod score;
mod sieve;
mod sort;
mod sort_key;
mod stopwatch;
mod summing;
mod tally;

pub(crate) use at_hand::AtHand;
pub(crate) use batch::Batch;
pub(crate) use explained::explained;
pub(crate) use extract::Extractor;
pub(crate) use group::{GroupPart, Groups};
pub(crate) use highlight::{Kept, highlightings};
pub(crate) use includes::load as load_includes;
pub(crate) use loader::Loader;
pub(crate) use pipeline::Pipeline;
pub(crate) use predicate::Predicate;
pub(crate) use projector::Projector;
pub(crate) use record::{Stages, plan_tree};
pub(crate) use record_timings::{found_timings, timings_tree};
pub(crate) use sieve::Sieving;
pub(crate) use stopwatch::Meter;
pub(crate) use summing::Summing;
