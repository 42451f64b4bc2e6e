/** Findings as text and as Markdown. */
import type { RecordingFinding, RecordingOverview } from '../../../contract/index.ts';
import { durationText, utcText } from '../times.ts';

export const severityNames: Readonly<Record<RecordingFinding['severity'], string>> = {
  critical: 'Critical',
  warning: 'Warning',
  note: 'Note',
};

export const confidenceNames: Readonly<Record<RecordingFinding['confidence'], string>> = {
  certain: 'certain',
  likely: 'likely',
  possible: 'possible',
};

export type TextFormat = 'text' | 'markdown';

export function findingText(finding: RecordingFinding, format: TextFormat): string {
  const { severity, confidence, subject, title, evidence, advice, from, to, rule } = finding;
  const kind = `${severityNames[severity]}, ${confidenceNames[confidence]}`;
  const about = subject === '' ? 'Server' : subject;
  const when = `${utcText(from)}, ${durationText(Math.max(0, to - from))}`;
  const lines =
    format === 'markdown'
      ? [`### ${escaped(title)}`, '', `**${kind}** · ${escaped(about)} · ${when} · \`${rule}\``]
      : [`${kind}: ${title}`, `${about}, ${when} (${rule})`];
  if (evidence.length > 0) {
    if (format === 'markdown') lines.push('');
    lines.push(...evidence.map((each) => `- ${format === 'markdown' ? escaped(each) : each}`));
  }
  if (advice !== '') {
    if (format === 'markdown') lines.push('');
    lines.push(format === 'markdown' ? `Next: ${escaped(advice)}` : `Next: ${advice}`);
  }
  return lines.join('\n');
}

export function findingsText(
  { manifest, span, rulesRun }: RecordingOverview,
  findings: readonly RecordingFinding[],
  format: TextFormat,
): string {
  const head = `Recording of ${manifest.server} (${manifest.serverVersion}), ${utcText(span.from)} to ${utcText(span.to)}`;
  const summary = `Findings: ${findings.length}. Rules: ${rulesRun}.`;
  const title = format === 'markdown' ? `## ${escaped(head)}` : head;
  return [title, summary, ...findings.map((each) => findingText(each, format))].join('\n\n');
}

/** Names of databases and files can contain characters of Markdown. */
const escaped = (text: string): string => text.replace(/[\\`*_[\]<>#|]/g, '\\$&').replace(/\s+/g, ' ');
