/** Parses the text of a parameter field: as JSON if valid, otherwise as a string. Pure. */
import { MAX_JSON_DEPTH, placeIn, tooDeepAt } from '../../../protocol/json-depth.ts';

export type ParameterValue =
  | { readonly ok: true; readonly value: unknown; readonly kind: string }
  | { readonly ok: false; readonly problem: string };

export function readParameter(typed: string): ParameterValue {
  const text = typed.trim();
  if (text === '') return { ok: false, problem: 'Enter a value. Use "" for an empty string.' };
  const tooDeep = tooDeepAt(text);
  if (tooDeep !== undefined)
    return {
      ok: false,
      problem: `This value is nested deeper than ${MAX_JSON_DEPTH} levels (${placeIn(text, tooDeep)}).`,
    };
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value))
      return {
        ok: false,
        problem: 'This number is too long to send exactly. Write it in the query text.',
      };
    return { ok: true, value, kind: kindOf(value) };
  } catch (failure) {
    // A leading bracket or quote indicates JSON: then an error is reported.
    if (/^["[{]/.test(text))
      return { ok: false, problem: failure instanceof Error ? failure.message : String(failure) };
    return { ok: true, value: text, kind: 'text' };
  }
}

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'list';
  if (typeof value === 'string') return 'text';
  if (typeof value === 'boolean') return 'true/false';
  return typeof value;
}
