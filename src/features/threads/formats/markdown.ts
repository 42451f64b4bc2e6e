/** A capture as Markdown: facts, the most frequent stacks as a table, all of them collapsed below. Pure. */
import type { StackCapture, StackGroup } from '../../../protocol/thread-stacks.ts';
import { isOwnFrame, shortFrame } from '../own-code.ts';
import { byCount, groupText, threadNames } from '../stack-text.ts';
import { pluralize } from '../../../ui/index.ts';

/** Rows of the table, and stacks written out in full. */
const MAX_ROWS = 15;
const MAX_STACKS = 60;

export interface MarkdownFacts {
  readonly title: string;
  /** Below the title, one bullet each. */
  readonly facts: readonly string[];
  /** The unit of counts: threads or samples. */
  readonly unit: string;
}

export function markdownText(capture: StackCapture, { title, facts, unit }: MarkdownFacts): string {
  const groups = byCount(capture.groups);
  const total = groups.reduce((sum, group) => sum + group.count, 0);
  const names = threadNames(capture.threads);
  const rows = groups.slice(0, MAX_ROWS).map((group) => {
    const share = total === 0 ? 0 : (group.count / total) * 100;
    return `| ${group.count} | ${share.toFixed(1)} % | ${cell(group.frames[0] ?? '(no frames)')} | ${cell(ownFrame(group))} |`;
  });
  const written = groups.slice(0, MAX_STACKS);
  const left = groups.length - written.length;
  const stacks = written.map((group) => groupText(group, names)).join('\n');
  const fence = fenceFor(stacks);
  return [
    `## ${cell(title)}`,
    '',
    ...facts.map((fact) => `- ${fact}`),
    ...capture.failures.map(
      ({ node, error }) => `- Node ${node} returned no stacks: ${error.split('\n', 1)[0] ?? ''}`,
    ),
    '',
    `| ${unit} | share | innermost frame | innermost frame of its own code |`,
    '| ---: | ---: | --- | --- |',
    ...rows,
    '',
    '<details>',
    `<summary>${pluralize(groups.length, 'different stack')}${left > 0 ? `, the ${MAX_STACKS} most frequent` : ''}</summary>`,
    '',
    `${fence}text`,
    stacks.trimEnd(),
    fence,
    '',
    '</details>',
    '',
  ].join('\n');
}

function ownFrame(group: StackGroup): string {
  const own = group.frames.find(isOwnFrame);
  return own === undefined ? '' : shortFrame(own);
}

/** Escapes characters of Markdown tables in a frame: `|`, backticks, angle brackets. */
function cell(text: string): string {
  const plain = text.replace(/\s+/g, ' ');
  return plain.replace(/[\\|`*_<>[\]]/g, (character) => `\\${character}`);
}

/** Longer than any run of backticks in the text. */
function fenceFor(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map((run) => run[0].length));
  return '`'.repeat(longest + 1);
}
