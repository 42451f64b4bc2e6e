/** Manual pages in man(7), from the help texts. Pure. */
import type { Help, HelpSection } from './help-text.ts';

export interface ManualPageFacts {
  /** `YYYY-MM-DD`. */
  readonly date: string;
  /** `Rookery 0.1.0`. */
  readonly source: string;
  readonly section: 1 | 8;
  /** Sections after those of the help text: title and paragraphs. */
  readonly more: readonly (readonly [title: string, paragraphs: readonly string[]])[];
}

export function manualPage(help: Help, { date, source, section, more }: ManualPageFacts): string {
  const lines = [
    `.TH ${help.program.toUpperCase()} ${section} ${date} "${source}" "User Commands"`,
    '.SH NAME',
    `${escape(help.program)} \\- ${escape(help.summary)}`,
    '.SH SYNOPSIS',
    ...help.usage.flatMap((line, at) => [...(at === 0 ? [] : ['.br']), escape(line.replace(/ {2,}/g, '  '))]),
    ...help.sections.flatMap(sectionLines),
    ...more.flatMap(([title, paragraphs]) => [
      `.SH ${title.toUpperCase()}`,
      ...paragraphs.flatMap((text) => ['.PP', escape(text)]),
    ]),
  ];
  return `${lines.join('\n')}\n`;
}

function sectionLines({ title, options, text }: HelpSection): string[] {
  return [
    ...(title === '' ? ['.PP'] : [`.SH ${title.toUpperCase()}`]),
    ...options.flatMap(({ name, value, meaning }) => [
      '.TP',
      `\\fB${escape(name)}\\fR${value === null ? '' : ` \\fI${escape(value)}\\fR`}`,
      escape(meaning),
    ]),
    ...text.flatMap((line) => [...(/^\d+ {2}/.test(line) ? ['.br'] : []), escape(line)]),
  ];
}

/** A dot or quote at the start of a line is a request; hyphens would become dashes. */
const escape = (text: string): string =>
  text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replace(/^([.'])/, '\\&$1');
