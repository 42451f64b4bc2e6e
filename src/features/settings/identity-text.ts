/** What a new next value of an identity does. Pure. */
import { identityName, type Identity } from '../../protocol/identities.ts';
import { csvText } from '../../ui/csv-text.ts';
import { pluralize } from '../../ui/format.ts';

/** The largest value that JavaScript and the server agree on. */
export const MAX_IDENTITY = Number.MAX_SAFE_INTEGER;

export interface IdentityChange {
  readonly lower: boolean;
  /** One sentence per effect; empty when nothing changes. */
  readonly sentences: readonly string[];
}

/** `existing`: the identity of this name, if there is one. */
export function identityChange(
  typed: string,
  existing: Identity | undefined,
  next: number | null,
): IdentityChange {
  const name = existing?.name ?? identityName(typed);
  if (next === null || name === '') return { lower: false, sentences: [] };
  const example = `${name.slice(0, -1)}/${next}`;
  if (existing === undefined)
    return {
      lower: false,
      sentences: [
        `Creates the identity ${name}. The next document saved with the id ${name} gets ${example}.`,
      ],
    };
  const now = existing.value + 1;
  if (next === now) return { lower: false, sentences: [] };
  const first = `The next document saved with the id ${name} gets ${example} instead of ${name.slice(0, -1)}/${now}.`;
  if (next > now)
    return {
      lower: false,
      sentences: [first, `${pluralize(next - now, 'number is', 'numbers are')} skipped.`],
    };
  return {
    lower: true,
    sentences: [
      first,
      `Up to ${pluralize(now - next, 'id is', 'ids are')} assigned a second time: saving such a document replaces the existing one.`,
    ],
  };
}

export function findIdentity(identities: readonly Identity[], typed: string): Identity | undefined {
  const name = identityName(typed).toLowerCase();
  return identities.find((each) => each.name.toLowerCase() === name);
}

export function identitiesCsv(identities: readonly Identity[]): string {
  return csvText(
    ['Name', 'Last value', 'Next value'],
    identities.map(({ name, value }) => [name, value, value + 1]),
  );
}
