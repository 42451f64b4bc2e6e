/** A definition as text to compare: code as it is written, then the options as JSON. Pure. */
import { definitionJson, toDefinition, type IndexForm } from './index-form.ts';

const CODE = ['Maps', 'Reduce', 'AdditionalSources'];

export function definitionText(form: IndexForm): string {
  const parts = form.maps
    .filter((map) => map.trim() !== '')
    .map((map, index) => section(`Map ${index + 1}`, map));
  if (form.reduce.trim() !== '') parts.push(section('Reduce', form.reduce));
  for (const source of form.sources) parts.push(section(`Additional source ${source.name}`, source.text));
  const options = Object.fromEntries(
    Object.entries(toDefinition(form)).filter(([name]) => !CODE.includes(name)),
  );
  parts.push(section('Options', JSON.stringify(options, null, 2)));
  return parts.join('\n');
}

function section(title: string, text: string): string {
  return `// ${title}\n${text.trimEnd()}\n`;
}

/** What saving does to the entries of a stored index. */
export type SaveEffect = 'nothing' | 'options' | 'rebuild';

/** Options that a server changes without building the index again. */
const WITHOUT_REBUILD = ['Priority', 'LockMode', 'State'];

export function saveEffect(stored: IndexForm, next: IndexForm): SaveEffect {
  if (definitionJson(stored) === definitionJson(next)) return 'nothing';
  const essence = (form: IndexForm) =>
    JSON.stringify(Object.entries(toDefinition(form)).filter(([name]) => !WITHOUT_REBUILD.includes(name)));
  return essence(stored) === essence(next) ? 'options' : 'rebuild';
}
