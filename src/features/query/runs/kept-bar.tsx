/** The kept results of a tab in a row above the summary, to switch between them and the current one. */
import { Pin, X } from 'lucide-react';
import { Button, formatCount, formatDateTime, IconButton, Pill } from '../../../ui/index.ts';
import { type KeptOfTab, useKeptResults } from './kept-results.ts';
import styles from './kept-bar.module.css';
import type { CompletedRun, Run } from './query-runs.ts';

interface KeptBarProps {
  readonly tabId: string;
  readonly kept: KeptOfTab;
}

export function KeptBar({ tabId, kept: { results, shown } }: KeptBarProps) {
  const { getState } = useKeptResults;
  if (results.length === 0) return null;
  return (
    <div className={styles.bar} role="group" aria-label="Kept results">
      <Pill pressed={shown === null} onClick={() => getState().show(tabId, null)}>
        Current
      </Pill>
      {results.map((result) => (
        <span key={result.at} className={styles.item}>
          <Pill
            pressed={shown === result}
            title={`${result.request.query}\n${formatDateTime(result.at)}`}
            onClick={() => getState().show(tabId, result)}
          >
            {nameOf(result)}
          </Pill>
          <IconButton
            label={`Discard ${nameOf(result)}`}
            icon={<X />}
            onClick={() => getState().discard(tabId, result)}
          />
        </span>
      ))}
    </div>
  );
}

/** Keeps the displayed result before the next run replaces it. */
export function KeepButton({ tabId, run, kept }: KeptBarProps & { readonly run: Run }) {
  if (run.kind !== 'answered' || kept.results.includes(run)) return null;
  return (
    <Button variant="ghost" icon={<Pin />} onClick={() => useKeptResults.getState().keep(tabId, run)}>
      Keep result
    </Button>
  );
}

/** The time and the total tell results of the same query from each other. */
function nameOf({ at, answer, request }: CompletedRun): string {
  const text = request.query.trim().replaceAll(/\s+/g, ' ');
  const short = text.length > 36 ? `${text.slice(0, 35)}…` : text;
  return `${formatDateTime(at).slice(11)} · ${formatCount(answer.total ?? answer.rows.length)} · ${short}`;
}
