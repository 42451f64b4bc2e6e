//! Subscriptions.

use std::io::Write;

use rookery_dump::Section;

use super::{Export, ExportFailure};
use crate::dto::subscription::state_object;

impl<W: Write> Export<'_, W> {
    pub(super) fn subscriptions(&mut self) -> Result<(), ExportFailure> {
        let Some(kind) = self.begin_section(&Section::Subscriptions)? else { return Ok(()) };
        for subscription in self.view.subscriptions()? {
            let item = state_object(self.database, &subscription);
            self.output.item(kind, item.to_string().as_bytes())?;
        }
        self.output.report.finish(kind);
        Ok(())
    }
}
