/**
 * The lines of `streams/queries?format=jsonl` and `streams/docs?format=jsonl`. A query sends `{"Stats": {…}}`, then
 * `{"Item": {…}}` per row; a failure in the middle is a line with `Error` or `Message`, after a status of 200. Documents
 * come one per line, bare. Pure.
 */
import { PortError } from '../../../src/contract/index.ts';
import { membersOf, type MemberTexts } from './json-members.ts';

export type StreamedLine =
  | { readonly kind: 'row'; readonly text: string }
  /** The matches that the server counted, regardless of `limit`. */
  | { readonly kind: 'total'; readonly total: number | null }
  | { readonly kind: 'nothing' };

export function readQueryLine(line: string): StreamedLine {
  const members = membersOf(line);
  const item = members.get('Item');
  if (item !== undefined) return { kind: 'row', text: item };
  const stats = members.get('Stats');
  if (stats !== undefined) return { kind: 'total', total: totalOf(stats) };
  failIfError(members);
  if (members.has('Results'))
    throw new PortError({
      code: 'too-old',
      message: 'This server cannot send a result line by line. Exports need RavenDB 6.0 or newer.',
    });
  // A member that a newer server adds.
  return { kind: 'nothing' };
}

export function readDocumentLine(line: string): StreamedLine {
  const members = membersOf(line);
  // Every document has metadata; a document can have a member "Error".
  if (!members.has('@metadata')) {
    failIfError(members);
    if (members.has('Results'))
      throw new PortError({
        code: 'too-old',
        message: 'This server cannot send documents line by line. Exports need RavenDB 6.0 or newer.',
      });
  }
  return { kind: 'row', text: line };
}

function totalOf(stats: string): number | null {
  const total = Number(membersOf(stats).get('TotalResults'));
  return Number.isSafeInteger(total) && total >= 0 ? total : null;
}

function failIfError(members: MemberTexts): void {
  const text = members.get('Message') ?? members.get('Error');
  if (text === undefined) return;
  throw new PortError({ code: 'bad-request', ...serverSentence(text) });
}

/** The first line of a server's message, and all of it as the detail. `text` is a JSON value. */
export function serverSentence(text: string): { readonly message: string; readonly detail: string } {
  const parsed: unknown = JSON.parse(text);
  const whole = typeof parsed === 'string' ? parsed : text;
  const [first = ''] = whole.split(/\r?\n/, 1);
  // An exception's text begins with its type.
  return { message: first.replace(/^[\w.+`]+(?:Exception|Error): /, '').slice(0, 500), detail: whole };
}
