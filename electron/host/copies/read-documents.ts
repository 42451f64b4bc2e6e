/** Documents of the source by their ids. */
import { PortError } from '../../../src/contract/index.ts';
import { resultTexts } from '../../../src/document-copy/result-texts.ts';
import { documentsRequest } from './copy-requests.ts';
import type { CopySide } from './copy-side.ts';
import { readRow, type SourceRow } from './source-rows.ts';

/** Without the ones that do not exist. `tooLarge`: gets each id whose document is too large for one answer. */
export async function readDocuments(
  source: CopySide,
  ids: readonly string[],
  signal: AbortSignal,
  tooLarge: (id: string, reason: string) => void,
): Promise<readonly SourceRow[]> {
  try {
    return await readAtOnce(source, ids, signal);
  } catch (thrown) {
    const [first] = ids;
    if (!(thrown instanceof PortError && thrown.code === 'too-large') || first === undefined) throw thrown;
    if (ids.length === 1) {
      tooLarge(first, thrown.message);
      return [];
    }
    const half = Math.ceil(ids.length / 2);
    return [
      ...(await readDocuments(source, ids.slice(0, half), signal, tooLarge)),
      ...(await readDocuments(source, ids.slice(half), signal, tooLarge)),
    ];
  }
}

async function readAtOnce(
  source: CopySide,
  ids: readonly string[],
  signal: AbortSignal,
): Promise<readonly SourceRow[]> {
  const { status, body } = await source.send(documentsRequest(source.database, ids, false), signal);
  // A single missing id is a 404 instead of a list with a null.
  if (status === 404 && ids.length === 1) return [];
  if (status >= 400) throw source.refusal('Reading documents', status, body);
  const texts = textsOf(body);
  if (texts === undefined)
    throw new PortError({
      code: 'not-ravendb',
      message: `${source.database} did not answer with documents. Check for a proxy in between.`,
      detail: body.slice(0, 500),
    });
  return texts.map(readRow);
}

function textsOf(body: string): readonly string[] | undefined {
  try {
    return resultTexts(body);
  } catch {
    // Not JSON.
    return undefined;
  }
}
