/** Ids of imported documents. Pure. */

const MAX_ID_BYTES = 512;
const encoder = new TextEncoder();

/** Why a text cannot be the id of a document; undefined when it can. */
export function idProblem(id: string): string | undefined {
  if (id === '') return 'The id is empty.';
  if (/[/|]$/.test(id)) return 'The id ends with / or |, so the server would generate another one.';
  if (id.includes('\0')) return 'The id contains a NUL character.';
  if (id.length > MAX_ID_BYTES / 3 && encoder.encode(id).length > MAX_ID_BYTES)
    return `The id is longer than ${MAX_ID_BYTES} bytes.`;
  return undefined;
}
