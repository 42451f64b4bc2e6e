/** What is missing before an index can be saved or tried. Pure. */
import { isAutoIndex } from '../../../protocol/index-creation.ts';
import type { IndexForm } from './index-form.ts';

/** Undefined when the definition can be tried. */
export function tryObstacle(form: IndexForm): string | undefined {
  if (form.maps.every((map) => map.trim() === '')) return 'Write a map first.';
  return undefined;
}

/** Undefined when the definition can be saved. */
export function saveObstacle(form: IndexForm): string | undefined {
  const name = form.name.trim();
  if (name === '') return 'Enter a name for the index.';
  if (isAutoIndex(name)) return 'Names that start with "Auto/" belong to automatic indexes.';
  const missing = tryObstacle(form);
  if (missing !== undefined) return missing;
  if (hasDuplicates(form.fields.map((field) => field.name)))
    return 'Two fields have the same name. Rename or remove one.';
  if (hasDuplicates(form.sources.map((source) => source.name)))
    return 'Two additional sources have the same name. Rename or remove one.';
  if (hasDuplicates(form.configuration.map((entry) => entry.name)))
    return 'Two configuration entries have the same key. Rename or remove one.';
  if (form.sources.some((source) => source.name.trim() === '' && source.text.trim() !== ''))
    return 'Enter a name for each additional source.';
  return undefined;
}

function hasDuplicates(names: readonly string[]): boolean {
  const filled = names.map((name) => name.trim()).filter((name) => name !== '');
  return new Set(filled).size < filled.length;
}
