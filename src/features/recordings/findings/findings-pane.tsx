/** The findings, the gravest first. Choosing one moves the charts to its time. */
import { CircleAlert, CircleCheck, Copy, Info, TriangleAlert } from 'lucide-react';
import { useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { useSession } from '../../../app/registry/index.ts';
import type { RecordingFinding, RecordingOverview } from '../../../contract/index.ts';
import {
  Badge,
  Button,
  CopyButton,
  EmptyState,
  Menu,
  pluralize,
  Select,
  type BadgeTone,
} from '../../../ui/index.ts';
import { clockText, durationText, localText, utcText } from '../times.ts';
import {
  confidenceNames,
  findingsText,
  findingText,
  severityNames,
  type TextFormat,
} from './finding-text.ts';
import styles from './findings.module.css';

type Shown = 'all' | RecordingFinding['severity'];

const kinds: Readonly<
  Record<RecordingFinding['severity'], { readonly tone: BadgeTone; readonly icon: ReactNode }>
> = {
  critical: { tone: 'danger', icon: <CircleAlert size={12} aria-hidden="true" /> },
  warning: { tone: 'warning', icon: <TriangleAlert size={12} aria-hidden="true" /> },
  note: { tone: 'info', icon: <Info size={12} aria-hidden="true" /> },
};
const severities = ['critical', 'warning', 'note'] as const;
/** More elements would make the page slow; copying takes all of them. */
const MAX_SHOWN = 200;

interface FindingsPaneProps {
  readonly overview: RecordingOverview;
  readonly selected: RecordingFinding | null;
  readonly utc: boolean;
  readonly onSelect: (finding: RecordingFinding) => void;
}

export function FindingsPane({ overview, selected, utc, onSelect }: FindingsPaneProps): ReactNode {
  const session = useSession();
  const [shown, setShown] = useState<Shown>('all');
  const list = useRef<HTMLUListElement>(null);
  const { findings, rulesRun } = overview;
  const visible = shown === 'all' ? findings : findings.filter(({ severity }) => severity === shown);
  const countOf = (severity: Shown): number =>
    severity === 'all' ? findings.length : findings.filter((each) => each.severity === severity).length;

  function copyAll(format: TextFormat): void {
    navigator.clipboard.writeText(findingsText(overview, visible, format)).then(
      () => session.notify({ kind: 'success', message: `Copied ${pluralize(visible.length, 'finding')}.` }),
      (thrown: unknown) => session.reportError(thrown, 'Copying the findings'),
    );
  }

  /** Up and down move between findings; Enter and Space are those of a button. */
  function onKeyDown(event: KeyboardEvent): void {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    const buttons = [...(list.current?.querySelectorAll<HTMLElement>('[data-finding]') ?? [])];
    const place = buttons.findIndex((each) => each === document.activeElement);
    if (step === 0 || place === -1) return;
    event.preventDefault();
    buttons[place + step]?.focus();
  }

  if (findings.length === 0)
    return (
      <section className={styles.pane} aria-label="Findings">
        <EmptyState
          icon={CircleCheck}
          title="No findings"
          text={`${pluralize(rulesRun, 'rule')} ran, and none of them found anything unusual.`}
        />
      </section>
    );
  return (
    <section className={styles.pane} aria-label="Findings">
      <header className={styles.head}>
        <h2>Findings</h2>
        <div className={styles.filter}>
          <Select<Shown>
            label="Severity"
            hideLabel
            value={shown}
            onChange={setShown}
            options={[
              { value: 'all', label: `All (${countOf('all')})` },
              ...severities.map((severity) => ({
                value: severity,
                label: `${severityNames[severity]} (${countOf(severity)})`,
              })),
            ]}
          />
        </div>
        <Menu
          align="end"
          trigger={
            <Button variant="ghost" icon={<Copy />}>
              Copy all
            </Button>
          }
          items={[
            { id: 'text', label: 'Copy as text', onSelect: () => copyAll('text') },
            { id: 'markdown', label: 'Copy as Markdown', onSelect: () => copyAll('markdown') },
          ]}
        />
      </header>
      <ul ref={list} className={styles.list} onKeyDown={onKeyDown}>
        {visible.slice(0, MAX_SHOWN).map((finding, place) => {
          const { severity, confidence, subject, title, evidence, advice, from, to } = finding;
          const isSelected = finding === selected;
          return (
            <li key={place} data-severity={severity} data-selected={isSelected ? '' : undefined}>
              <button
                type="button"
                data-finding=""
                className={styles.finding}
                aria-pressed={isSelected}
                onClick={() => onSelect(finding)}
              >
                <span className={styles.facts}>
                  <Badge tone={kinds[severity].tone} icon={kinds[severity].icon}>
                    {severityNames[severity]}
                  </Badge>
                  <span>{confidenceNames[confidence]}</span>
                  <span className={styles.subject}>{subject === '' ? 'Server' : subject}</span>
                  <span className={styles.time} title={`${utcText(from)}, ${localText(from)} local`}>
                    {clockText(from, utc)}
                    {to > from ? `, ${durationText(to - from)}` : ''}
                  </span>
                </span>
                <span className={styles.title}>{title}</span>
              </button>
              {(isSelected || evidence.length <= 2) && (evidence.length > 0 || advice !== '') && (
                <div className={styles.more}>
                  {evidence.length > 0 && (
                    <ul aria-label="Evidence">
                      {evidence.map((each, index) => (
                        <li key={index}>{each}</li>
                      ))}
                    </ul>
                  )}
                  {advice !== '' && (
                    <p>
                      <b>Next:</b> {advice}
                    </p>
                  )}
                </div>
              )}
              {isSelected && (
                <div className={styles.copy}>
                  <CopyButton label="Copy as text" text={() => findingText(finding, 'text')} />
                  <CopyButton label="Copy as Markdown" text={() => findingText(finding, 'markdown')} />
                </div>
              )}
            </li>
          );
        })}
      </ul>
      {visible.length === 0 && <p className={styles.note}>No finding has this severity.</p>}
      {visible.length > MAX_SHOWN && (
        <p className={styles.note}>The first {MAX_SHOWN} are shown. Copy takes all of them.</p>
      )}
    </section>
  );
}
