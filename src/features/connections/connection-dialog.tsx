import { Plug } from 'lucide-react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useSession } from '../../app/registry/index.ts';
import { Button, Dialog, ErrorView, Select, TextArea, TextField } from '../../ui/index.ts';
import { AccessHint } from './access-hint.tsx';
import { CertificateFields } from './certificate-fields.tsx';
import { colours, modes } from './connection-colour.ts';
import { ConnectionDot } from './connection-dot.tsx';
import {
  enteredPassword,
  originsOf,
  problemsOf,
  toConnection,
  withName,
  type ConnectionForm,
} from './connection-form.ts';
import { groupNames } from './connection-groups.ts';
import { connectionsQuery } from './connections-query.ts';
import { enteredRoutePassword, hasSavedRoutePassword } from './route-form.ts';
import { RouteFields } from './route-fields.tsx';
import { nameFromAddress } from './server-address.ts';
import { failedOnRoute, findServer, testNodes, type NodeTest } from './server-test.ts';
import { TestResults, type AcceptedPart } from './test-results.tsx';
import type { TestResult } from './test-steps.tsx';
import styles from './connections.module.css';

interface ConnectionDialogProps {
  readonly initial: ConnectionForm;
  readonly canChooseFiles: boolean;
  readonly onClose: () => void;
  readonly onSaved: (id: string) => void;
}

type Work =
  | { readonly kind: 'idle' }
  | { readonly kind: 'testing' }
  | { readonly kind: 'saving' }
  | {
      readonly kind: 'tested';
      readonly result: TestResult;
      readonly nodes: readonly NodeTest[];
      readonly unreachable?: string;
    }
  | { readonly kind: 'failed'; readonly doing: string; readonly error: unknown };

/** Adds or changes a server. Validation errors appear at their field after the first attempt to test or save. */
export function ConnectionDialog({
  initial,
  canChooseFiles,
  onClose,
  onSaved,
}: ConnectionDialogProps): ReactNode {
  const session = useSession();
  const queryClient = useQueryClient();
  const known = useQuery(connectionsQuery(session.port)).data ?? [];
  const [form, setForm] = useState(initial);
  const [tried, setTried] = useState(false);
  const [work, setWork] = useState<Work>({ kind: 'idle' });
  const waiting = useRef(new AbortController());
  const results = useRef<HTMLDivElement>(null);
  const isDone = work.kind === 'tested' || work.kind === 'failed';
  useEffect(() => {
    // The form can be taller than the dialog.
    if (isDone) results.current?.scrollIntoView({ block: 'start' });
  }, [isDone]);

  const stored = known.find((each) => each.connection.id === form.id);
  const otherNames = known
    .filter((each) => each.connection.id !== form.id)
    .map((each) => each.connection.name);
  const allProblems = problemsOf(form, otherNames);
  const problems = tried ? allProblems : {};
  const unreachable = work.kind === 'tested' ? work.unreachable : undefined;
  const ownName = nameFromAddress(form.url, otherNames);
  const busy = work.kind === 'testing' || work.kind === 'saving';

  /** Closing the form cancels a pending confirmation. */
  function close(): void {
    waiting.current.abort();
    onClose();
  }

  function change(part: Partial<ConnectionForm>): void {
    setForm((now) => ({ ...now, ...part }));
    // A result applies only to the tested values.
    setWork({ kind: 'idle' });
  }

  /** Accepts exactly this certificate or host key from now on, and tests again. */
  function testWith(part: AcceptedPart): void {
    const changed = { ...form, ...part };
    setForm(changed);
    void test(changed);
  }

  async function test(tested: ConnectionForm): Promise<void> {
    setTried(true);
    // A test needs no name.
    if (Object.keys(allProblems).some((field) => field !== 'name')) return;
    setWork({ kind: 'testing' });
    try {
      const { origin, result } = await findServer(session.port, tested, waiting.current.signal);
      if (origin !== undefined) setForm((now) => ({ ...now, url: origin }));
      const nodes = failedOnRoute(result)
        ? []
        : await testNodes(session.port, tested, waiting.current.signal);
      setWork({ kind: 'tested', result, nodes });
    } catch (error) {
      setWork({ kind: 'failed', doing: 'Testing the connection', error });
    }
  }

  /** An address with a scheme is saved as it is, also for a server that does not run now. */
  async function originToSave(): Promise<string | undefined> {
    const origins = originsOf(form);
    if (origins.length === 1) return origins[0];
    const { origin, result } = await findServer(session.port, form, waiting.current.signal);
    if (origin === undefined)
      setWork({
        kind: 'tested',
        result,
        nodes: [],
        unreachable: `No server answers at ${origins.join(' or ')}. To add it anyway, start with https:// or http://.`,
      });
    return origin;
  }

  async function save(): Promise<void> {
    setTried(true);
    if (Object.keys(allProblems).length > 0 || busy) return;
    setWork({ kind: 'saving' });
    try {
      const origin = await originToSave();
      if (origin === undefined) return;
      const { connection } = await session.port.call(
        'connections.save',
        { connection: toConnection(withName(form, otherNames), origin) },
        { signal: waiting.current.signal },
      );
      setForm((now) => ({ ...now, id: connection.id }));
      const password = enteredPassword(form);
      if (password !== '')
        await session.port.call('connections.unlock', {
          id: connection.id,
          password,
          ...(form.savePassword ? { save: true } : {}),
        });
      const routePassword = enteredRoutePassword(form);
      if (routePassword !== '')
        await session.port.call('connections.setRoutePassword', {
          id: connection.id,
          password: routePassword,
          ...(form.saveRoutePassword ? { save: true } : {}),
        });
      await queryClient.invalidateQueries({ queryKey: ['app', 'connections'] });
      await queryClient.invalidateQueries({ queryKey: [connection.id] });
      onSaved(connection.id);
    } catch (error) {
      setWork({ kind: 'failed', doing: 'Saving the server', error });
    }
  }

  return (
    <Dialog
      open
      onClose={close}
      title={initial.id === null ? 'Add server' : `Edit ${initial.name}`}
      onSubmit={() => void save()}
      width="normal"
      footer={
        <>
          <Button icon={Plug} busy={work.kind === 'testing'} disabled={busy} onClick={() => void test(form)}>
            {work.kind === 'testing' ? 'Testing…' : 'Test'}
          </Button>
          <span className={styles.space} />
          <Button onClick={close}>Cancel</Button>
          <Button type="submit" variant="primary" busy={work.kind === 'saving'} disabled={busy}>
            {initial.id === null ? 'Add server' : 'Save'}
          </Button>
        </>
      }
    >
      <TextField
        label="Address"
        value={form.url}
        onChange={(url) => change({ url })}
        error={problems.url ?? unreachable}
        placeholder="https://db.example.com"
        hint="Server address, host:port, or a page of RavenDB Studio."
        autoFocus
        mono
      />
      <TextField
        label="Name"
        value={form.name}
        onChange={(name) => change({ name })}
        error={problems.name}
        placeholder={ownName === '' ? 'Staging' : ownName}
        hint={form.name.trim() === '' && ownName !== '' ? `Left empty, the name is ${ownName}.` : undefined}
      />
      <TextField
        label="Group"
        value={form.group}
        onChange={(group) => change({ group })}
        error={problems.group}
        list="connection-groups"
        hint="The list of connections shows it as a heading. Optional."
      />
      <datalist id="connection-groups">
        {groupNames(known).map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <div className={styles.pair}>
        <Select
          label="Colour"
          value={form.colour}
          onChange={(colour) => change({ colour })}
          options={colours.map((each) => ({ ...each, icon: <ConnectionDot colour={each.value} /> }))}
        />
        <div>
          <Select label="Access" value={form.mode} onChange={(mode) => change({ mode })} options={modes} />
          <AccessHint mode={form.mode} before={initial.id === null ? 'read-only' : initial.mode} />
        </div>
      </div>
      <CertificateFields
        form={form}
        problems={problems}
        canChoose={canChooseFiles}
        isSaved={stored?.passwordSaved === true}
        onChange={change}
      />
      <RouteFields
        form={form}
        problems={problems}
        canChoose={canChooseFiles}
        isSaved={hasSavedRoutePassword(form, stored)}
        onChange={change}
      />
      <TextArea
        label="Other nodes"
        value={form.nodes}
        onChange={(nodes) => change({ nodes })}
        error={problems.nodes}
        hint="Fallback nodes, used when the server is unreachable. One per line: tag, address and, to pin its certificate, the SHA-256 fingerprint. Optional."
        placeholder="B https://node-b.example.com"
        mono
        rows={2}
      />
      <div ref={results} className={styles.results} aria-live="polite">
        {work.kind === 'tested' && (
          <TestResults form={form} result={work.result} nodes={work.nodes} onAccept={testWith} />
        )}
        {work.kind === 'failed' && <ErrorView error={work.error} doing={work.doing} compact />}
      </div>
    </Dialog>
  );
}
