/** A capture of stacks: taking one, opening one from a file, looking through it. */
import { FolderOpen, Layers, ScanEye, Square } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useSession } from '../../app/registry/index.ts';
import type { ServerClient } from '../../protocol/client.ts';
import { readStackCapture } from '../../protocol/thread-stacks.ts';
import { Button, EmptyState, ErrorView, Toolbar, Tooltip } from '../../ui/index.ts';
import { captureProblem } from './capture-problem.ts';
import { CaptureView } from './capture-view.tsx';
import { noCapture, useCaptures } from './captures.ts';
import styles from './threads.module.css';
import type { ThreadsState } from './threads-state.ts';

/** Larger files are no captures; reading one would only freeze the window. */
const LARGEST_FILE = 200 * 1024 * 1024;

interface StacksPaneProps {
  readonly tabId: string;
  readonly server: ServerClient;
  readonly state: ThreadsState;
  readonly onChange: (change: Partial<ThreadsState>) => void;
}

export function StacksPane({ tabId, server, state, onChange }: StacksPaneProps) {
  const session = useSession();
  const current = useCaptures((captures) => captures.byTab.get(tabId) ?? noCapture);
  const file = useRef<HTMLInputElement>(null);
  const take = () => void useCaptures.getState().take(tabId, server);

  async function open(chosen: File) {
    try {
      if (chosen.size > LARGEST_FILE)
        throw new Error(`${chosen.name} is larger than 200 MB: that is no stack capture.`);
      useCaptures.getState().show(tabId, readStackCapture(await chosen.text(), chosen.name), chosen.name);
    } catch (thrown) {
      session.reportError(thrown, `Opening ${chosen.name}`);
    }
  }

  const buttons = (
    <>
      <Tooltip content="Stops the server's process for a moment and writes down where every thread is">
        <Button variant="primary" icon={<ScanEye />} busy={current.kind === 'capturing'} onClick={take}>
          Capture stacks
        </Button>
      </Tooltip>
      <Button variant="secondary" icon={<FolderOpen />} onClick={() => file.current?.click()}>
        Open a file…
      </Button>
    </>
  );
  return (
    <div className={styles.column}>
      <input
        ref={file}
        type="file"
        accept=".json,application/json"
        hidden
        aria-label="A file with captured stacks"
        onChange={(event) => {
          const chosen = event.target.files?.[0];
          // The same file may be chosen again later.
          event.target.value = '';
          if (chosen) void open(chosen);
        }}
      />
      {current.kind === 'captured' ? (
        <CaptureView captured={current} state={state} onChange={onChange} buttons={buttons} />
      ) : (
        <>
          <Toolbar label="Stacks">{buttons}</Toolbar>
          {current.kind === 'capturing' && (
            <Capturing since={current.since} onStop={() => useCaptures.getState().stop(tabId)} />
          )}
          {current.kind === 'failed' && <Failed error={current.error} onRetry={take} />}
          {current.kind === 'none' && (
            <EmptyState
              icon={<Layers />}
              title="What is every thread doing right now?"
              text="A capture stops the server's process for a moment, writes down where each thread stands, and lets it go on. Equal stacks are counted together. On a RavenDB server the stop may last a second or more; in the sandbox it is about a millisecond."
              action={
                <Button variant="primary" icon={<ScanEye />} onClick={take}>
                  Capture stacks
                </Button>
              }
            />
          )}
        </>
      )}
    </div>
  );
}

function Capturing({ since, onStop }: { readonly since: number; readonly onStop: () => void }) {
  const [now, setNow] = useState(since);
  useEffect(() => {
    const timer = setInterval(() => setNow(performance.now()), 100);
    return () => clearInterval(timer);
  }, []);
  return (
    <div className={styles.capturing} role="status">
      <span className={styles.hidden}>Capturing the stacks.</span>
      <span aria-hidden="true">Capturing, {((now - since) / 1000).toFixed(1)} s</span>
      <Button icon={<Square />} onClick={onStop}>
        Do not wait
      </Button>
    </div>
  );
}

function Failed({ error, onRetry }: { readonly error: unknown; readonly onRetry: () => void }) {
  const problem = captureProblem(error);
  return (
    <div className={styles.failed}>
      {problem && (
        <section className={styles.problem} aria-label="What it means">
          <h3>{problem.title}</h3>
          <p>{problem.meaning}</p>
          <h3>What to do</h3>
          <ul>
            {problem.steps.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ul>
        </section>
      )}
      <ErrorView
        compact={problem !== null}
        error={error}
        doing="Capturing the stacks"
        onRetry={problem?.hopeless ? undefined : onRetry}
      />
    </div>
  );
}
