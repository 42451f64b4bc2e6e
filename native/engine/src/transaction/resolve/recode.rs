//! Recodes a document's body. That is not a change of the document: etag and change vector stay.

use super::Resolver;
use super::transaction::Transaction;
use crate::document::compression::encoded_body::EncodedBody;
use crate::document::ids;
use crate::error::EngineError;
use crate::transaction::prepared::Outcome;

impl Resolver<'_> {
    /// Only if the document is still the version that was read.
    pub(crate) fn recode(
        &self,
        transaction: &mut Transaction<'_>,
        id: &str,
        seen: i64,
        encoded: &EncodedBody,
    ) -> Result<Outcome, EngineError> {
        let found = transaction.find(&ids::key_of(id))?;
        let Some(found) = found.filter(|found| !found.deleted && found.etag == seen) else {
            return Ok(Outcome::Recoded(false));
        };
        let value = found.value.with_body(encoded);
        transaction.recode(&found, value);
        Ok(Outcome::Recoded(true))
    }
}
