/** The form of a new or stored subscription: query, starting point, archived documents, and a test of the query. */
import { useQueryClient } from '@tanstack/react-query';
import { ArrowLeft, FlaskConical, Save, Square } from 'lucide-react';
import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { useSession, type Database } from '../../../app/registry/index.ts';
import {
  archivedBehaviors,
  createSubscription,
  MOST_TRIED_ROWS,
  updateSubscription,
  type Subscription,
} from '../../../protocol/subscriptions.ts';
import {
  Banner,
  Button,
  ConfirmDialog,
  ErrorView,
  Select,
  SplitPane,
  TextField,
  Toolbar,
  ToolbarSpace,
  useSubmit,
} from '../../../ui/index.ts';
import { RQL, RqlEditor, type RqlEditorHandle } from '../../../ui/rql/editor.ts';
import { archivedText } from '../subscription-text.ts';
import styles from '../subscriptions.module.css';
import type { Draft, StartChoice } from '../subscriptions-state.ts';
import { definitionOf, isChanged, saveProblem, testedFrom, testProblem } from './draft.ts';
import { TestResults } from './test-results.tsx';
import { useQueryNames } from './use-query-names.ts';
import { useTest } from './use-test.ts';

const rowChoices = ['10', '50', '200', String(MOST_TRIED_ROWS)] as const;

export interface SubscriptionFormProps {
  readonly tabId: string;
  readonly database: Database;
  readonly draft: Draft;
  /** As the list has it now; undefined for a new or a deleted one. */
  readonly stored: Subscription | undefined;
  readonly names: readonly string[];
  readonly testFirst: boolean;
  readonly onDraft: (draft: Draft) => void;
  /** With the name of a saved one. */
  readonly onClose: (saved?: string) => void;
}

export function SubscriptionForm(props: SubscriptionFormProps): ReactNode {
  const { tabId, database, draft, stored, onDraft, onClose } = props;
  const { writeRefusal: refusal, client, key } = database;
  const session = useSession();
  const queries = useQueryClient();
  const submit = useSubmit();
  const names = useQueryNames(database);
  const { run, start, stop } = useTest(database);
  const [rows, setRows] = useState<(typeof rowChoices)[number]>('10');
  const [leaving, setLeaving] = useState(false);
  const editor = useRef<RqlEditorHandle>(null);
  const change = (part: Partial<Draft>) => {
    submit.clearFailure();
    onDraft({ ...draft, ...part });
  };
  const changed = isChanged(draft, stored);
  const noTest = testProblem(draft);
  const noSave = refusal ?? saveProblem(draft, stored, props.names);

  useEffect(() => session.setDirty(tabId, changed), [session, tabId, changed]);
  useEffect(() => () => session.setDirty(tabId, false), [session, tabId]);

  const test = () => {
    if (noTest !== undefined) return;
    const { query, archived } = definitionOf(draft);
    editor.current?.closeSuggestions();
    start({ query, archived, startingPoint: testedFrom(draft, stored) }, Number(rows));
  };
  const first = useRef(props.testFirst);
  useEffect(() => {
    if (!first.current) return;
    first.current = false;
    test();
  });

  async function save(): Promise<void> {
    const definition = definitionOf(draft);
    const saved = stored
      ? await updateSubscription(client, stored, definition).then(() => stored.name)
      : await createSubscription(client, definition);
    await queries.invalidateQueries({ queryKey: [...key, 'subscriptions'] });
    session.notify({ kind: 'success', message: `${saved} is saved.` });
    onClose(saved);
  }
  const trySave = () => {
    if (noSave === undefined) void submit.run(save);
  };

  function onKeyDownCapture(event: KeyboardEvent): void {
    const mod = event.ctrlKey || event.metaKey;
    const action =
      mod && event.key === 'Enter'
        ? test
        : mod && event.key.toLowerCase() === 's'
          ? trySave
          : event.key === 'Escape' && run.kind === 'running'
            ? stop
            : undefined;
    if (action === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    action();
  }

  return (
    <div className={styles.pane} onKeyDownCapture={onKeyDownCapture}>
      <Toolbar label={draft.edited ?? 'New subscription'}>
        <Button
          variant="ghost"
          icon={ArrowLeft}
          onClick={() => (changed && refusal === undefined ? setLeaving(true) : onClose())}
        >
          All subscriptions
        </Button>
        <b>{draft.edited ?? 'New subscription'}</b>
        <ToolbarSpace />
        <div className={styles.rows}>
          <Select
            label="Rows of a test"
            hideLabel
            value={rows}
            onChange={setRows}
            options={rowChoices.map((each) => ({ value: each, label: `${each} rows` }))}
          />
        </div>
        {run.kind === 'running' ? (
          <Button icon={Square} onClick={stop}>
            Stop
          </Button>
        ) : (
          <Button icon={FlaskConical} disabledReason={noTest} onClick={test} title="Ctrl+Enter">
            Test
          </Button>
        )}
        <Button variant="primary" icon={Save} busy={submit.busy} disabledReason={noSave} onClick={trySave}>
          {draft.edited === null ? 'Create' : 'Save'}
        </Button>
      </Toolbar>
      {refusal !== undefined && <Banner tone="warning">{refusal}</Banner>}
      <div className={styles.fields}>
        <div className={styles.field}>
          <TextField
            label="Name"
            value={draft.name}
            disabled={draft.edited !== null}
            placeholder="The server chooses one"
            hint={draft.edited === null ? undefined : 'A stored name cannot be changed.'}
            onChange={(name) => change({ name })}
          />
        </div>
        <div className={styles.field}>
          <Select<StartChoice>
            label="Starting point"
            value={draft.start}
            onChange={(start) => change({ start })}
            options={startOptions(draft.edited !== null)}
            hint={startHint(draft, stored)}
          />
        </div>
        {draft.start === 'vector' && (
          <div className={styles.field}>
            <TextField
              label="Change vector"
              mono
              value={draft.vector}
              placeholder="A:12-id"
              onChange={(vector) => change({ vector })}
            />
          </div>
        )}
        <div className={styles.field}>
          <Select
            label="Archived documents"
            value={draft.archived}
            onChange={(archived) => change({ archived })}
            options={[...new Set([...archivedBehaviors, draft.archived])].map((each) => ({
              value: each,
              label: archivedText(each) ?? each,
            }))}
          />
        </div>
      </div>
      {submit.failure !== null && (
        <div className={styles.failure}>
          <ErrorView compact error={submit.failure} doing="Saving the subscription" />
        </div>
      )}
      <div className={styles.fill}>
        <SplitPane
          direction="column"
          initial={0.4}
          storageKey="subscriptions.form"
          label="Resize the results"
          first={
            <RqlEditor
              language={RQL}
              label="Query of the subscription"
              placeholder="Ctrl+Space completes. Example: from Orders as o where o.Freight > 10 select { Company: o.Company }"
              text={draft.query}
              onText={(query) => change({ query })}
              problem={null}
              // The filter of a subscription is JavaScript, which the parser of queries refuses.
              syntax={null}
              names={names}
              place={undefined}
              onPlace={() => undefined}
              handle={editor}
            />
          }
          second={<TestResults run={run} onRetry={test} />}
        />
      </div>
      {leaving && (
        <ConfirmDialog
          open
          danger
          title="Discard the changes?"
          confirmLabel="Discard"
          onClose={() => setLeaving(false)}
          onConfirm={() => onClose()}
        >
          <p>What you changed in this form is not saved.</p>
        </ConfirmDialog>
      )}
    </div>
  );
}

function startOptions(stored: boolean): readonly { value: StartChoice; label: string; hint?: string }[] {
  return [
    ...(stored ? [{ value: 'DoNotChange' as const, label: 'Do not change' }] : []),
    { value: 'BeginningOfTime', label: 'Beginning', hint: 'All documents' },
    { value: 'LastDocument', label: 'Last document', hint: 'What is written from now on' },
    { value: 'vector', label: 'Change vector…', hint: 'What comes after it' },
  ];
}

function startHint({ start, edited }: Draft, stored: Subscription | undefined): string | undefined {
  if (start === 'DoNotChange') return `After ${stored?.startsAfter ?? 'nothing: the beginning'}`;
  if (edited === null) return undefined;
  return start === 'BeginningOfTime' ? 'Workers get all documents again.' : 'Workers continue from there.';
}
