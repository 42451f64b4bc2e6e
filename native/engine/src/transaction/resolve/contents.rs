//! Counts the users of each content: attachments of documents, and revisions that had them.
//!
//! A content is written with its first user; further ones only count. One without users is removed at the end
//! of the request, so that until then a revision can still take over a content that its document releases.

use bytes::Bytes;

use super::Resolver;
use super::transaction::Transaction;
use crate::document::DocumentFlags;
use crate::document::stored::StoredValue;
use crate::error::EngineError;
use crate::extensions::attachments::ContentHash;
use crate::extensions::attachments::listed;
use crate::extensions::attachments::listed::Listed;
use crate::extensions::attachments::rows;
use crate::extensions::attachments::rows::{HashRow, PIECE, TOTAL_CONTENTS, TOTAL_ROWS};
use crate::store::side_table::SideTable;

/// The properties of an attachment, wherever its content comes from.
pub(crate) struct Source<'a> {
    pub content_type: &'a str,
    pub hash: ContentHash,
    pub size: u64,
    /// The bytes, if they may not be stored yet.
    pub content: Option<&'a Bytes>,
}

impl Resolver<'_> {
    /// A revision that counts as a user of the contents it lists, and is flagged as such.
    ///
    /// If some of its contents are missing it counts for none of them: it must not later release what it
    /// never held.
    pub(crate) fn hold_contents(
        &self,
        transaction: &mut Transaction<'_>,
        revision: StoredValue,
    ) -> Result<StoredValue, EngineError> {
        if !revision.flags().contains(DocumentFlags::HAS_ATTACHMENTS) {
            return Ok(revision);
        }
        let listed = self.contents_of(&revision)?;
        for item in &listed {
            if known(transaction, item.hash)?.is_none() {
                return Ok(revision);
            }
        }
        for item in &listed {
            keep(transaction, &item.source())?;
            transaction.count_side(TOTAL_ROWS, 1)?;
        }
        let flags = revision.flags().with(DocumentFlags::HOLDS_CONTENTS);
        Ok(revision.with_flags(flags))
    }

    /// Releases the contents that a revision holds.
    pub(crate) fn let_contents_go(
        &self,
        transaction: &mut Transaction<'_>,
        revision: &StoredValue,
    ) -> Result<(), EngineError> {
        if revision.flags().contains(DocumentFlags::HOLDS_CONTENTS) {
            for item in self.contents_of(revision)? {
                release(transaction, item.hash)?;
                transaction.count_side(TOTAL_ROWS, -1)?;
            }
        }
        Ok(())
    }

    /// The attachments a stored version lists.
    pub(crate) fn contents_of(&self, value: &StoredValue) -> Result<Vec<Listed>, EngineError> {
        let body = value.body(&self.compression.dictionaries);
        let listed = body.and_then(|body| listed::read(&body));
        listed.map_err(|reason| self.damaged(format!("a stored version of '{}': {reason}", value.id())))
    }
}

impl Listed {
    /// The source of an attachment with this content; the bytes are stored already.
    pub(crate) fn source(&self) -> Source<'_> {
        Source { content_type: &self.content_type, hash: self.hash, size: self.size, content: None }
    }
}

/// The users of a content, if it is stored.
fn known(transaction: &Transaction<'_>, hash: ContentHash) -> Result<Option<HashRow>, EngineError> {
    let row = transaction.side(SideTable::AttachmentHashes, &hash.0)?;
    row.map(|row| transaction.intact(HashRow::from_bytes(&row))).transpose()
}

/// Adds a user of a content, and stores it if it is the first.
pub(crate) fn keep(transaction: &mut Transaction<'_>, source: &Source<'_>) -> Result<(), EngineError> {
    let known = known(transaction, source.hash)?;
    let mut row = known.unwrap_or(HashRow { references: 0, size: source.size });
    row.references += 1;
    transaction.set_side(SideTable::AttachmentHashes, &source.hash.0, Some(row.to_bytes()));
    if known.is_some() {
        return Ok(());
    }
    transaction.count_side(TOTAL_CONTENTS, 1)?;
    let content = source.content.expect("what is copied has an attachment, so its content is counted");
    for number in 0..rows::pieces_of(source.size) {
        let start = number as usize * PIECE;
        let piece = content.slice(start..content.len().min(start + PIECE));
        transaction.set_side(SideTable::AttachmentPieces, &rows::piece_key(source.hash, number), Some(piece));
    }
    Ok(())
}

/// Removes a user of a content.
pub(crate) fn release(transaction: &mut Transaction<'_>, hash: ContentHash) -> Result<(), EngineError> {
    let Some(mut row) = known(transaction, hash)? else { return Ok(()) };
    row.references = row.references.saturating_sub(1);
    transaction.set_side(SideTable::AttachmentHashes, &hash.0, Some(row.to_bytes()));
    if row.references == 0 {
        transaction.unused_contents.insert(hash);
    }
    Ok(())
}

/// At the end of a request: removes the contents without users.
pub(crate) fn remove_unused(transaction: &mut Transaction<'_>) -> Result<(), EngineError> {
    for hash in std::mem::take(&mut transaction.unused_contents) {
        let Some(row) = known(transaction, hash)?.filter(|row| row.references == 0) else { continue };
        transaction.set_side(SideTable::AttachmentHashes, &hash.0, None);
        transaction.count_side(TOTAL_CONTENTS, -1)?;
        for number in 0..rows::pieces_of(row.size) {
            transaction.set_side(SideTable::AttachmentPieces, &rows::piece_key(hash, number), None);
        }
    }
    Ok(())
}
