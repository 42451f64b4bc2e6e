/** A file with the definitions of several indexes: what is written, and what reading it would change. Pure. */
import { putIndex, type IndexDefinition } from '../../../protocol/index-definitions.ts';
import { pluralize } from '../../../ui/index.ts';
import { readDefinitions } from '../editor/import-definition.ts';
import { isSame, toDefinition, toForm, type IndexForm } from '../editor/index-form.ts';
import { neededRights } from '../editor/language.ts';
import type { ActionPlan } from './index-actions.ts';

/** In the order of names, so that a committed file changes only where an index does. */
export function definitionsText(definitions: readonly IndexDefinition[]): string {
  const indexes = definitions
    .map((each) => toDefinition(toForm(each)))
    .sort((a, b) => (String(a.Name) < String(b.Name) ? -1 : 1));
  return `${JSON.stringify({ Indexes: indexes }, null, 2)}\n`;
}

/** Saves every definition that the database does not have in this form. Throws with the reason when the file has none. */
export function planImport(text: string, stored: readonly IndexDefinition[]): ActionPlan {
  const storedForms = new Map(stored.map(toForm).map((form) => [form.name.toLowerCase(), form]));
  const forms = new Map<string, IndexForm>();
  const refused: { name: string; reason: string }[] = [];
  for (const { form, problem } of readDefinitions(text)) {
    const name = form.name.trim();
    const before = storedForms.get(name.toLowerCase());
    if (problem !== null) refused.push({ name: name === '' ? 'Without a name' : name, reason: problem });
    else if (name === '') refused.push({ name: 'Without a name', reason: 'Its definition has no name.' });
    else if (forms.has(name))
      refused.push({ name, reason: 'The file has a second definition of this name.' });
    else if (before !== undefined && isSame({ ...before, name }, { ...form, name }))
      refused.push({ name, reason: 'The database has the same definition.' });
    else forms.set(name, { ...form, name });
  }
  const names = [...forms.keys()];
  const replaced = names.filter((name) => storedForms.has(name.toLowerCase()));
  return {
    action: {
      id: 'import',
      label: 'Import',
      done: 'imported',
      danger: false,
      hiddenWhenRefused: false,
      confirm: confirmation(names.length - replaced.length, replaced),
      refusal: () => null,
      run: async (db, name, signal) => {
        const form = forms.get(name);
        if (form) await putIndex(db, toDefinition(form), neededRights(form), { signal });
      },
    },
    names,
    refused,
  };
}

function confirmation(created: number, replaced: readonly string[]): string {
  const parts = created === 0 ? [] : [`Creates ${pluralize(created, 'index', 'indexes')}.`];
  if (replaced.length > 0)
    parts.push(
      `Replaces the definition of ${replaced.join(', ')}: the previous one answers until the new one is built.`,
    );
  return parts.join(' ');
}
