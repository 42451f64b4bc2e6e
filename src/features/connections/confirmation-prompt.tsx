import { useEffect, useRef, useState, type ReactNode } from 'react';
import { PortError, type Port } from '../../contract/index.ts';
import { Button, Dialog, pluralize, TextField } from '../../ui/index.ts';
import { useConfirmationQuestion, type OnProblem, type TimedQuestion } from './confirmation-question.ts';
import styles from './confirmation-prompt.module.css';

/** The pending confirmation of this window. The decision itself is made outside of the page. */
export function ConfirmationPrompt(props: { readonly port: Port; readonly onProblem: OnProblem }): ReactNode {
  const { port, onProblem } = props;
  const timed = useConfirmationQuestion(port, onProblem);
  if (timed === null) return null;
  const { question } = timed;
  return question.method === 'code' ? (
    <CodeDialog key={question.id} port={port} timed={timed} onProblem={onProblem} />
  ) : (
    <WaitingDialog key={question.id} port={port} timed={timed} onProblem={onProblem} />
  );
}

interface QuestionProps {
  readonly port: Port;
  readonly timed: TimedQuestion;
  readonly onProblem: OnProblem;
}

function cancelOf({ port, timed, onProblem }: QuestionProps): () => void {
  return () => {
    port.call('confirmations.cancel', { id: timed.question.id }).catch((thrown: unknown) => {
      // It was decided, or expired, at the same moment.
      if (!(thrown instanceof PortError && thrown.code === 'not-confirmed'))
        onProblem(thrown, 'Cancelling the confirmation');
    });
  };
}

function CodeDialog(props: QuestionProps): ReactNode {
  const { port, timed } = props;
  const { question, until } = timed;
  const cancel = cancelOf(props);
  const field = useRef<HTMLInputElement>(null);
  const [code, setCode] = useState('');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  async function confirm(): Promise<void> {
    if (busy) return;
    if (code.replace(/\D/g, '').length !== 6) {
      setProblem('Enter the six digits from the terminal.');
      field.current?.focus();
      return;
    }
    setBusy(true);
    try {
      const { accepted, attemptsLeft } = await port.call('confirmations.answer', { id: question.id, code });
      if (accepted || attemptsLeft === 0) return;
      setProblem(`Wrong code. ${pluralize(attemptsLeft, 'attempt')} left.`);
      field.current?.select();
    } catch (thrown) {
      setProblem(thrown instanceof Error ? thrown.message : String(thrown));
    } finally {
      setBusy(false);
    }
  }

  return (
    <Dialog
      open
      overOthers
      onClose={cancel}
      title="Confirm in the terminal"
      initialFocus={field}
      onSubmit={() => void confirm()}
      footer={
        <>
          <Button onClick={cancel}>Cancel</Button>
          <Button type="submit" variant="primary" busy={busy}>
            Confirm
          </Button>
        </>
      }
    >
      <QuestionText timed={timed} />
      <TextField
        ref={field}
        label="Code"
        value={code}
        onChange={(text) => {
          setCode(text);
          setProblem(null);
        }}
        error={problem}
        hint={
          <>
            Rookery printed a six-digit code in its terminal. <Remaining until={until} />
          </>
        }
        mono
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={16}
      />
    </Dialog>
  );
}

function WaitingDialog(props: QuestionProps): ReactNode {
  const cancel = cancelOf(props);
  return (
    <Dialog
      open
      overOthers
      onClose={cancel}
      title="Waiting for your confirmation"
      footer={<Button onClick={cancel}>Cancel</Button>}
    >
      <QuestionText timed={props.timed} />
      <p className={styles.hint} role="status">
        Confirm in the system dialog. <Remaining until={props.timed.until} />
      </p>
    </Dialog>
  );
}

function QuestionText({ timed: { question } }: { readonly timed: TimedQuestion }): ReactNode {
  return (
    <div className={styles.question}>
      <p className={styles.summary}>{question.summary}</p>
      {question.details.length > 0 && (
        <ul className={styles.details}>
          {question.details.map((detail, index) => (
            <li key={index}>{detail}</li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** Announced once with the surrounding text: a countdown read aloud every second does not help. */
function Remaining({ until }: { readonly until: number }): ReactNode {
  const [now, setNow] = useState(() => performance.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(performance.now()), 500);
    return () => clearInterval(timer);
  }, []);
  const seconds = Math.max(0, Math.ceil((until - now) / 1000));
  return (
    <span aria-hidden="true">
      {Math.floor(seconds / 60)}:{String(seconds % 60).padStart(2, '0')} left.
    </span>
  );
}
