//! The plan carried out: documents in batches through filter, sort, distinct and page, then results, includes
//! and the record of what each operator did.

mod batch;
mod distinct;
mod extract;
mod group;
mod includes;
mod loader;
mod mask;
mod pipeline;
mod places;
mod predicate;
mod project;
mod projector;
mod record;
mod score;
mod sieve;
mod sort;
mod sort_key;
mod stopwatch;

pub(crate) use batch::Batch;
pub(crate) use extract::Extractor;
pub(crate) use group::{AtHand, Groups};
pub(crate) use includes::load as load_includes;
pub(crate) use loader::Loader;
pub(crate) use pipeline::Pipeline;
pub(crate) use predicate::Predicate;
pub(crate) use projector::Projector;
pub(crate) use record::{Stages, found_timings, plan_tree, timings_tree};
pub(crate) use sieve::Sieving;
pub(crate) use stopwatch::Meter;
