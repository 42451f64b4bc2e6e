/** A running capture, and a failed one with explanation and next steps. */
import { Square } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button, ErrorView } from '../../ui/index.ts';
import { captureProblem } from './capture-problem.ts';
import type { Capture } from './captures.ts';
import { CommandLine } from './command-line.tsx';
import styles from './threads.module.css';

interface CapturingProps {
  readonly capture: Extract<Capture, { kind: 'capturing' }>;
  readonly stopLabel: string;
  readonly onStop: () => void;
}

export function Capturing({ capture: { since, done, wanted }, stopLabel, onStop }: CapturingProps) {
  const [now, setNow] = useState(since);
  useEffect(() => {
    const timer = setInterval(() => setNow(performance.now()), 100);
    return () => clearInterval(timer);
  }, []);
  return (
    <div className={styles.capturing} role="status">
      <span className={styles.hidden}>Capturing the stacks.</span>
      <span aria-hidden="true">
        {wanted > 1 ? `Capture ${Math.min(wanted, done + 1)} of ${wanted}` : 'Capturing'},{' '}
        {Math.max(0, (now - since) / 1000).toFixed(1)} s
      </span>
      {wanted > 1 && <progress aria-label="Captures completed" value={done} max={wanted} />}
      <Button icon={<Square />} onClick={onStop}>
        {stopLabel}
      </Button>
    </div>
  );
}

export function CaptureFailed({ error, onRetry }: { readonly error: unknown; readonly onRetry: () => void }) {
  const problem = captureProblem(error);
  return (
    <div className={styles.failed}>
      {problem && (
        <section className={styles.problem} aria-label="What it means">
          <h3>{problem.title}</h3>
          <p>{problem.explanation}</p>
          <h3>What to do</h3>
          <ul>
            {problem.steps.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ul>
          {problem.command !== null && <CommandLine command={problem.command} />}
        </section>
      )}
      <ErrorView
        compact={problem !== null}
        error={error}
        doing="Capturing the stacks"
        onRetry={problem?.permanent ? undefined : onRetry}
      />
    </div>
  );
}
