//! Documents, revisions, attachments and counters.

use std::collections::HashSet;
use std::io::Write;

use rookery_dump::items::attachment::{ListedAttachment, content_header};
use rookery_dump::items::counters::counter_group;
use rookery_dump::items::document::DocumentHead;
use rookery_dump::{DumpOptions, ItemType, Section};
use rookery_engine::{
    Document, DocumentFlags, DumpView, EngineError, TransformError, metadata_text, parse_date,
};
use serde_json::value::RawValue;
use time::OffsetDateTime;

use super::output::{Output, visit_all};
use super::time_series::DocumentSeries;
use super::{Export, ExportFailure};
use crate::dumps::transform::Transform;

impl<W: Write> Export<'_, W> {
    pub(super) fn documents(&mut self) -> Result<(), ExportFailure> {
        let Some(kind) = self.begin_section(&Section::Docs)? else { return Ok(()) };
        self.walk(kind, |view, visit| view.documents(visit))
    }

    pub(super) fn revisions(&mut self) -> Result<(), ExportFailure> {
        let Some(kind) = self.begin_section(&Section::RevisionDocuments)? else { return Ok(()) };
        self.walk(kind, |view, visit| view.revisions(visit))
    }

    fn walk(
        &mut self,
        kind: ItemType,
        each: impl FnOnce(&DumpView, &mut dyn FnMut(Document) -> bool) -> Result<(), EngineError>,
    ) -> Result<(), ExportFailure> {
        let options = self.options;
        let now = OffsetDateTime::now_utc();
        let is_revision = kind == ItemType::RevisionDocuments;
        let mut written = HashSet::new();
        let mut item = Vec::new();
        let Self { view, output, transform, .. } = self;
        visit_all(
            |visit| each(view, visit),
            |document| {
                let taken = match is_taken(options, transform, &document, is_revision, now) {
                    false => None,
                    true if is_revision => Some(document),
                    true => transformed(transform, document)?,
                };
                let Some(document) = taken else {
                    output.report.of(kind).skipped += 1;
                    return output.check();
                };
                OneDocument { view, output, options, kind, written: &mut written, item: &mut item }
                    .write(&document)
            },
        )?;
        output.report.finish(kind);
        Ok(())
    }

    pub(super) fn time_series(&mut self) -> Result<(), ExportFailure> {
        let Some(kind) = self.begin_section(&Section::TimeSeries)? else { return Ok(()) };
        let options = self.options;
        let now = OffsetDateTime::now_utc();
        let Self { view, output, database, transform, .. } = self;
        visit_all(
            |visit| view.documents_with_time_series(visit),
            |document| match document.filter(|one| is_taken(options, transform, one, false, now)) {
                Some(document) => {
                    DocumentSeries { view, output, database_id: database.id() }.write(&document)
                }
                None => output.check(),
            },
        )?;
        output.report.finish(kind);
        Ok(())
    }

    pub(super) fn counters(&mut self) -> Result<(), ExportFailure> {
        let Some(kind) = self.begin_section(&Section::CounterGroups)? else { return Ok(()) };
        let options = self.options;
        let now = OffsetDateTime::now_utc();
        let Self { view, output, database, transform, .. } = self;
        visit_all(
            |visit| view.documents_with_counters(visit),
            |document| {
                let taken = document.filter(|one| is_taken(options, transform, one, false, now));
                let Some(document) = taken else {
                    return output.check();
                };
                let counters = view.counters(&document.id)?;
                let values: Vec<_> =
                    counters.into_iter().map(|one| (one.name, one.value, one.etag)).collect();
                let item = counter_group(&document.id, &document.change_vector, database.id(), &values);
                output.item(kind, &item)
            },
        )?;
        output.report.finish(kind);
        Ok(())
    }
}

/// The document after the script; `None` when the script leaves it out.
fn transformed(transform: &mut Transform, document: Document) -> Result<Option<Document>, TransformError> {
    let Some(script) = transform.script() else { return Ok(Some(document)) };
    let id = document.id.clone();
    let changed = script.run_stored(document)?;
    if changed.is_none() {
        transform.leave_out(&id);
    }
    Ok(changed)
}

fn is_taken(
    options: &DumpOptions,
    transform: &Transform,
    document: &Document,
    is_revision: bool,
    now: OffsetDateTime,
) -> bool {
    if !options.takes_collection(&document.collection) || transform.has_left_out(&document.id) {
        return false;
    }
    if is_revision {
        return true;
    }
    if document.flags.contains(DocumentFlags::ARCHIVED) && !options.include_archived {
        return false;
    }
    let expires = || {
        let head = DocumentHead::read(&document.body).ok()?;
        parse_date(&head.expires?)
    };
    options.include_expired || expires().is_none_or(|moment| moment > now)
}

/// One document on its way into the dump.
struct OneDocument<'a, 'o, W: Write> {
    view: &'a DumpView,
    output: &'a mut Output<'o, W>,
    options: &'a DumpOptions,
    kind: ItemType,
    /// Hashes of the contents that this section has.
    written: &'a mut HashSet<String>,
    /// Its JSON; one buffer for all.
    item: &'a mut Vec<u8>,
}

impl<W: Write> OneDocument<'_, '_, W> {
    fn write(&mut self, document: &Document) -> Result<(), ExportFailure> {
        let is_revision = self.kind == ItemType::RevisionDocuments;
        let with_attachments = self.options.types.contains(ItemType::Attachments);
        let mut left_out: Vec<&str> = Vec::new();
        if document.flags.contains(DocumentFlags::HAS_ATTACHMENTS) {
            match with_attachments {
                true => self.contents(document, is_revision)?,
                false => left_out.push("@attachments"),
            }
        }
        // Revisions have snapshots instead, and keep their flags. Those of former versions have these lists.
        if is_revision || !self.options.types.contains(ItemType::CounterGroups) {
            left_out.push("@counters");
        }
        if is_revision || !self.options.types.contains(ItemType::TimeSeries) {
            left_out.push("@timeseries");
        }
        let lists =
            [DocumentFlags::HAS_ATTACHMENTS, DocumentFlags::HAS_COUNTERS, DocumentFlags::HAS_TIME_SERIES];
        self.item.clear();
        match lists.iter().any(|flag| document.flags.contains(*flag)) {
            true => {
                let unflagged = |name: &&str| !is_revision || *name == "@attachments";
                let unflagged: Vec<&str> = left_out.iter().copied().filter(unflagged).collect();
                without(document, &left_out, &unflagged).push_wire(self.item);
            }
            false => document.push_wire(self.item),
        }
        self.output.item(self.kind, self.item)
    }

    /// Writes the contents that the section does not have yet.
    fn contents(&mut self, document: &Document, is_revision: bool) -> Result<(), ExportFailure> {
        let head = DocumentHead::read(&document.body).unwrap_or_default();
        for attachment in head.attachments {
            if self.written.contains(&attachment.hash) {
                self.output.report.of(self.kind).attachments.0 += 1;
                continue;
            }
            let ListedAttachment { name, hash, size, .. } = &attachment;
            let Some(content) = self.view.content(hash, *size)? else {
                self.output.report.of(self.kind).attachments.1 += 1;
                self.output.report.warn(&format!(
                    "The content of attachment '{name}' of '{}' is no longer stored and was not exported.",
                    document.id
                ));
                continue;
            };
            self.output.writer.item(&content_header(&document.id, &attachment, is_revision))?;
            let mut offset = 0;
            while offset < *size {
                let piece = content.read_at(offset)?;
                let rest = usize::try_from(size - offset).unwrap_or(usize::MAX);
                let piece = &piece[..piece.len().min(rest)];
                self.output.writer.content(piece)?;
                offset += piece.len() as u64;
            }
            let counts = &mut self.output.report.of(self.kind).attachments;
            counts.0 += 1;
            counts.2 += size;
            self.written.insert(attachment.hash);
        }
        Ok(())
    }
}

/// The document without these members of its metadata, and without the flags of those of `unflagged`.
fn without(document: &Document, left_out: &[&str], unflagged: &[&str]) -> Document {
    let metadata = metadata_text(&document.body);
    let start = document.body.len() - 1 - metadata.len();
    // The members in their order, as raw text.
    let members: Vec<(String, &RawValue)> = members_of(metadata);
    let mut body = document.body[..start].to_vec();
    body.push(b'{');
    for (name, value) in members.iter().filter(|(name, _)| !left_out.contains(&name.as_str())) {
        if body.last() != Some(&b'{') {
            body.push(b',');
        }
        body.extend_from_slice(serde_json::Value::from(name.as_str()).to_string().as_bytes());
        body.push(b':');
        body.extend_from_slice(value.get().as_bytes());
    }
    body.extend_from_slice(b"}}");
    let mut flags = document.flags.to_text();
    for (member, flag) in
        [("@attachments", "HasAttachments"), ("@counters", "HasCounters"), ("@timeseries", "HasTimeSeries")]
    {
        if unflagged.contains(&member) {
            flags = flags.split(", ").filter(|name| *name != flag).collect::<Vec<_>>().join(", ");
        }
    }
    Document { body: body.into(), flags: DocumentFlags::from_text(&flags), ..document.clone() }
}

fn members_of(object: &[u8]) -> Vec<(String, &RawValue)> {
    struct Members;
    impl<'de> serde::de::Visitor<'de> for Members {
        type Value = Vec<(String, &'de RawValue)>;

        fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            formatter.write_str("an object")
        }

        fn visit_map<A: serde::de::MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
            let mut members = Vec::new();
            while let Some(member) = map.next_entry()? {
                members.push(member);
            }
            Ok(members)
        }
    }
    use serde::Deserializer as _;
    let mut deserializer = serde_json::Deserializer::from_slice(object);
    // The engine wrote it, so it is an object.
    deserializer.deserialize_map(Members).unwrap_or_default()
}
