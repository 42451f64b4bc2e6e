/** Which language the texts of an index have, and which rights saving needs. Pure. */
import type { IndexForm } from './index-form.ts';

export type Language = 'javascript' | 'csharp';

/** As servers decide: C# begins with `from`, or `docs.`/`results.` (after comments). */
export function languageOf(text: string): Language {
  const code = text.replace(/^(?:\s+|\/\/[^\n]*(?:\n|$)|\/\*[\s\S]*?\*\/)*/, '');
  return /^(?:from\s+[\w@]+\s+in\b|docs\b|results\b|timeSeries\b|counters\b|(?:\w+|\(\w+\))\s*=>\s*(?:from|docs|results)\b)/i.test(
    code,
  )
    ? 'csharp'
    : 'javascript';
}

/** An additional source is read in the language of the maps. */
export function languageOfIndex(form: IndexForm): Language {
  return form.maps.some((map) => languageOf(map) === 'csharp') ? 'csharp' : 'javascript';
}

export function neededRights(form: IndexForm): 'admin' | 'user' {
  const isPlain = languageOfIndex(form) === 'javascript' && form.sources.length === 0;
  return isPlain && !('AdditionalAssemblies' in form.others) ? 'user' : 'admin';
}
