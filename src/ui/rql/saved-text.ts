/**
 * Texts that are saved as files: a header of comments above the text, so that the file is a query or a script for every
 * other program, and names with folders.
 *
 *     // name: Sales/Orders of a company
 *     // $company = "companies/1-A"
 *     from Orders where Company = $company
 *
 * Pure.
 */
export interface HeaderText {
  /** The values of `// key: value` lines by key. */
  readonly values: Readonly<Record<string, string>>;
  /** The typed texts by parameter name. */
  readonly parameters: Readonly<Record<string, string>>;
  /** What follows the header. */
  readonly text: string;
}

const VALUE = /^\/\/ ?([a-z]+): ?(.*)$/;
const PARAMETER = /^\/\/ ?\$([A-Za-z_]\w*) ?= ?(.*)$/;

export function formatHeaderText({ values, parameters, text }: HeaderText): string {
  const header = [
    ...Object.entries(values).map(([key, value]) => `// ${key}: ${value.replaceAll(/\s+/g, ' ')}`),
    // As a JSON string, so that any typed text is one line.
    ...Object.entries(parameters).map(([parameter, typed]) => `// $${parameter} = ${JSON.stringify(typed)}`),
  ];
  return [...header, text].join('\n') + (text.endsWith('\n') ? '' : '\n');
}

/** Reads any text: what is no header line of these keys, or one that was there already, belongs to the text. */
export function readHeaderText(whole: string, keys: readonly string[]): HeaderText {
  const lines = whole.replace(/^\uFEFF/, '').split(/\r?\n/);
  const values: Record<string, string> = {};
  const parameters: Record<string, string> = {};
  let at = 0;
  for (; at < lines.length; at++) {
    const line = lines[at] ?? '';
    const [, key = '', value = ''] = VALUE.exec(line) ?? [];
    const parameter = PARAMETER.exec(line);
    if (keys.includes(key) && !Object.hasOwn(values, key)) values[key] = value.trim();
    else if (parameter) parameters[parameter[1] ?? ''] = typedText(parameter[2] ?? '');
    else break;
  }
  return { values, parameters, text: lines.slice(at).join('\n').replace(/\n$/, '') };
}

/** A JSON string, or any text that a person wrote. */
function typedText(text: string): string {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'string' ? value : text.trim();
  } catch {
    // Not JSON: plain text.
    return text.trim();
  }
}

/** `Sales/Open/Late orders` as folder and name. */
export function placeOf(name: string): { readonly folder: string; readonly name: string } {
  const parts = name
    .split('/')
    .map((part) => part.trim())
    .filter((part) => part !== '');
  return { folder: parts.slice(0, -1).join('/'), name: parts.at(-1) ?? '' };
}

export function fullName({ folder, name }: { readonly folder: string; readonly name: string }): string {
  return folder === '' ? name : `${folder}/${name}`;
}

/** The name, or the name with the first number that makes it new. */
export function freeName(name: string, isTaken: (name: string) => boolean): string {
  let free = name;
  for (let number = 2; isTaken(free); number++) free = `${name} ${number}`;
  return free;
}
