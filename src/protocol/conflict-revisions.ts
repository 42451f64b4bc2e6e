/** The rule for revisions that replication conflicts create, in every collection without a rule of its own. */
import { readJson, type DatabaseClient, type RequestOptions } from './client.ts';
import { revisionsRule, type RevisionsRule } from './revisions.ts';

const PATH = '/revisions/conflicts/config';

/** A server answers with its default (1,024 revisions) where nothing is configured. */
export async function getConflictRevisions(
  db: DatabaseClient,
  options: Pick<RequestOptions, 'signal'> = {},
): Promise<RevisionsRule> {
  const response = await db.send('GET', PATH, options);
  return readJson(revisionsRule, db.path(PATH), response.body);
}

export async function setConflictRevisions(db: DatabaseClient, wanted: RevisionsRule): Promise<void> {
  await db.send('POST', `/admin${PATH}`, { json: wanted });
}
