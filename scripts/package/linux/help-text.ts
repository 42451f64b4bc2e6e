/** Reads the help texts of the programs, from which manual pages and shell completion are made. Pure. */

export interface HelpOption {
  /** `--data`, or `open URL` for a command. */
  readonly name: string;
  /** `DIR`; null for a switch. */
  readonly value: string | null;
  readonly meaning: string;
}

export interface HelpSection {
  readonly title: string;
  readonly options: readonly HelpOption[];
  /** Lines that are no options. */
  readonly text: readonly string[];
}

export interface Help {
  readonly program: string;
  /** The rest of the first line, after `NAME: `. */
  readonly summary: string;
  readonly usage: readonly string[];
  readonly sections: readonly HelpSection[];
}

/** The column at which meanings begin. */
const MEANING = 25;

export function readHelp(text: string): Help {
  const [first = '', ...lines] = text.trimEnd().split('\n');
  const colon = first.indexOf(': ');
  const usage: string[] = [];
  const sections: { title: string; options: HelpOption[]; text: string[] }[] = [];
  let inUsage = false;
  for (const line of lines) {
    const trimmed = line.trim();
    if (trimmed === '') {
      inUsage = false;
    } else if (line.startsWith('Usage:')) {
      inUsage = true;
      usage.push(line.slice('Usage:'.length).trim());
    } else if (inUsage) {
      usage.push(trimmed);
    } else if (!line.startsWith(' ')) {
      addAtMargin(sections, trimmed);
    } else {
      if (sections.length === 0) sections.push({ title: 'Options', options: [], text: [] });
      addLine(sections.at(-1), line);
    }
  }
  return { program: first.slice(0, colon), summary: first.slice(colon + 2), usage, sections };
}

/** Titles are short and have no punctuation; other lines at the margin are sentences. */
function addAtMargin(
  sections: { title: string; options: HelpOption[]; text: string[] }[],
  line: string,
): void {
  const isTitle = line.length <= 30 && !/[.:]/.test(line);
  const last = sections.at(-1);
  if (isTitle) sections.push({ title: line, options: [], text: [] });
  else if (last?.title === '') last.text.push(line);
  else sections.push({ title: '', options: [], text: [line] });
}

function addLine(section: { options: HelpOption[]; text: string[] } | undefined, line: string): void {
  if (section === undefined) throw new Error(`The help text has no section above "${line.trim()}".`);
  const last = section.options.at(-1);
  if (line.startsWith(' '.repeat(MEANING)) && last !== undefined) {
    section.options[section.options.length - 1] = {
      ...last,
      meaning: `${last.meaning} ${line.trim()}`.trim(),
    };
    return;
  }
  const option = /^ {2}(-{2}[\w-]+|[a-z]+)(?: ([A-Z][A-Z|]*))?(?:, (--[\w-]+))?(?: {2,}(\S.*))?$/.exec(line);
  if (option === null) {
    section.text.push(line.trim());
    return;
  }
  const [, name = '', value = null, second, meaning = ''] = option;
  section.options.push({ name, value, meaning });
  if (second !== undefined) section.options.push({ name: second, value: null, meaning });
}

/** The text of `pub const HELP: &str = "\…";`, or of a constant of another name, in a Rust file. */
export function helpInRust(source: string, constant = 'HELP'): string {
  const [, after = ''] = source.split(`pub const ${constant}: &str = `);
  const literal = /^"\\\n([\s\S]*?)";\n/.exec(after)?.[1];
  if (literal === undefined) throw new Error(`The Rust file has no constant ${constant}.`);
  return literal.replaceAll('\\"', '"');
}
