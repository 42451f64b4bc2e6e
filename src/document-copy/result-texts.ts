/** The documents of an answer of `/docs`, as texts. Pure. */
import { parseJsonText, slice } from '../protocol/json-text.ts';

/** Without missing documents, which are null in the answer. Undefined for another format. */
export function resultTexts(answer: string): readonly string[] | undefined {
  const root = parseJsonText(answer);
  if (root.kind !== 'object') return undefined;
  const results = root.members.find(({ key }) => key === 'Results')?.value;
  if (results?.kind !== 'array') return undefined;
  return results.items.filter(({ kind }) => kind === 'object').map((item) => slice(answer, item));
}
