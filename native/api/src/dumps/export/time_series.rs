//! The time series of a document, as segments in RavenDB's layout.

use std::io::Write;

use rookery_dump::ItemType;
use rookery_dump::items::time_series::SegmentHead;
use rookery_engine::{Document, DumpView, Points, TimeSeriesStats, increment_tag, is_incremental};
use rookery_timeseries::raven;

use super::ExportFailure;
use super::output::{Output, visit_all};
use crate::dto::time_series::text::time_text;

pub(super) struct DocumentSeries<'a, 'o, W: Write> {
    pub view: &'a DumpView,
    pub output: &'a mut Output<'o, W>,
    pub database_id: &'a str,
}

impl<W: Write> DocumentSeries<'_, '_, W> {
    pub(super) fn write(&mut self, document: &Document) -> Result<(), ExportFailure> {
        for series in self.view.time_series(&document.id)? {
            let Self { view, output, database_id } = self;
            // The numbers of an incremental series are of one database; the tag names it.
            let tag = is_incremental(&series.name).then(|| increment_tag(database_id));
            visit_all(
                |visit| view.segments(&document.id, &series.name, visit),
                |points: Points| write_points(output, document, &series, &tagged(points, tag.as_deref())),
            )?;
        }
        Ok(())
    }
}

fn tagged(points: Points, tag: Option<&str>) -> Points {
    if tag.is_none() {
        return points;
    }
    let mut tagged = Points::default();
    points.iter().for_each(|entry| tagged.push(entry.timestamp, entry.values, tag));
    tagged
}

fn write_points<W: Write>(
    output: &mut Output<'_, W>,
    document: &Document,
    series: &TimeSeriesStats,
    points: &Points,
) -> Result<(), ExportFailure> {
    raven::write(points, |baseline, segment| {
        let head = SegmentHead {
            document_id: document.id.clone(),
            name: series.name.clone(),
            collection: document.collection.clone(),
            baseline: time_text(baseline),
        };
        output.item(ItemType::TimeSeries, &head.to_item(&document.change_vector, segment.len()))?;
        output.writer.content(segment)?;
        Ok(())
    })
}
