//! The durations of one indexing batch: nested steps, measured where the work is done.
//!
//! Independent of the kinds of steps. Steps of one name under one parent are summed, so that a batch of a
//! million documents has as many steps as one of two.

use std::time::{Duration, Instant};

/// A step of a batch and the steps inside of it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct IndexingStep {
    /// `Map`, `Storage/DocumentRead` and so on.
    pub name: String,
    /// Its duration; of a running step, the duration so far.
    pub duration: Duration,
    /// Its nested steps. Their sum may be less: not everything is a step.
    pub steps: Vec<IndexingStep>,
}

impl IndexingStep {
    fn new(name: &str) -> Self {
        Self { name: name.to_owned(), ..Self::default() }
    }

    /// The nested step of this name, appended if missing.
    fn inside(&mut self, name: &str) -> &mut Self {
        let place = self.steps.iter().position(|known| known.name == name).unwrap_or_else(|| {
            self.steps.push(Self::new(name));
            self.steps.len() - 1
        });
        &mut self.steps[place]
    }
}

/// Times the steps of a batch.
#[derive(Debug)]
pub(crate) struct BatchTrace {
    /// The open steps, outermost first, with their start times. Never empty.
    open: Vec<(IndexingStep, Instant)>,
    /// When the last lap ended.
    mark: Instant,
}

impl BatchTrace {
    pub(crate) fn start(name: &str) -> Self {
        let now = Instant::now();
        Self { open: vec![(IndexingStep::new(name), now)], mark: now }
    }

    /// Starts a step inside the current one.
    pub(crate) fn begin(&mut self, name: &str) {
        self.mark = Instant::now();
        self.open.push((IndexingStep::new(name), self.mark));
    }

    /// Ends the current step.
    pub(crate) fn end(&mut self) {
        self.mark = Instant::now();
        if self.open.len() > 1
            && let Some((step, began)) = self.open.pop()
            && let Some((outer, _)) = self.open.last_mut()
        {
            add(outer.inside(&step.name), step, self.mark - began);
        }
    }

    /// Attributes the time since the last lap, start or end of a step to this step.
    pub(crate) fn lap(&mut self, name: &str) {
        let now = Instant::now();
        let spent = now - self.mark;
        self.mark = now;
        if let Some((current, _)) = self.open.last_mut() {
            current.inside(name).duration += spent;
        }
    }

    /// The name of the current step.
    fn current(&self) -> &str {
        self.open.last().map_or("", |(step, _)| &step.name)
    }

    /// Opens `outer` and inside it a step for the documents of one collection.
    pub(crate) fn step_into(&mut self, outer: &str, collection: &str) {
        if self.current().strip_prefix("Collection_") != Some(collection) {
            self.step_out(outer);
            self.begin(&format!("Collection_{collection}"));
        }
    }

    /// Ends the current step, unless it is this one.
    pub(crate) fn step_out(&mut self, outer: &str) {
        if self.current() != outer {
            self.end();
        }
    }

    /// Adds the step that another trace measured to the current step.
    pub(crate) fn add(&mut self, measured: IndexingStep) {
        if let Some((current, _)) = self.open.last_mut() {
            add(current, measured, Duration::ZERO);
        }
    }

    /// Everything so far; open steps have the duration up to now.
    pub(crate) fn so_far(&self) -> IndexingStep {
        let now = Instant::now();
        let mut inner: Option<IndexingStep> = None;
        for (step, began) in self.open.iter().rev() {
            let mut step = step.clone();
            step.duration = now - *began;
            if let Some(inner) = inner {
                let spent = inner.duration;
                add(step.inside(&inner.name.clone()), inner, spent);
            }
            inner = Some(step);
        }
        inner.unwrap_or_default()
    }

    /// The total duration so far.
    pub(crate) fn elapsed(&self) -> Duration {
        self.open.first().map_or(Duration::ZERO, |(_, began)| began.elapsed())
    }

    /// The time of the last lap, or of the last start or end of a step: approximately now.
    pub(crate) fn mark(&self) -> Instant {
        self.mark
    }
}

/// Merges a step into the one of its name, with its nested steps.
fn add(to: &mut IndexingStep, step: IndexingStep, spent: Duration) {
    to.duration += spent;
    for inside in step.steps {
        let spent = inside.duration;
        add(to.inside(&inside.name.clone()), inside, spent);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(step: &IndexingStep) -> Vec<&str> {
        step.steps.iter().map(|step| step.name.as_str()).collect()
    }

    #[test]
    fn steps_of_one_name_are_added_up_and_never_longer_than_what_holds_them() {
        let mut trace = BatchTrace::start("Indexing");
        for _ in 0..3 {
            trace.begin("Map");
            std::thread::sleep(Duration::from_millis(1));
            trace.lap("Read");
            trace.lap("Add");
            trace.lap("Read");
            trace.end();
        }
        trace.begin("Commit");
        let under_way = trace.so_far();
        trace.end();
        let done = trace.so_far();
        assert_eq!((names(&under_way), names(&done)), (vec!["Map", "Commit"], vec!["Map", "Commit"]));
        let map = &done.steps[0];
        assert_eq!(names(map), ["Read", "Add"]);
        assert!(map.steps[0].duration >= Duration::from_millis(3), "{map:?}");
        assert!(map.steps.iter().map(|step| step.duration).sum::<Duration>() <= map.duration);
        assert!(done.steps.iter().map(|step| step.duration).sum::<Duration>() <= done.duration);
        assert_eq!(trace.current(), "Indexing");
    }

    #[test]
    fn the_outermost_step_does_not_end_before_the_watch() {
        let mut trace = BatchTrace::start("Indexing");
        trace.end();
        trace.lap("Rest");
        assert_eq!(names(&trace.so_far()), ["Rest"]);
    }
}
