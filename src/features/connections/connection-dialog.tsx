import { Plug } from 'lucide-react';
import { useRef, useState, type ReactNode } from 'react';
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
  toTest,
  withName,
  type ConnectionForm,
} from './connection-form.ts';
import { groupNames } from './connection-groups.ts';
import { connectionsQuery } from './connections-query.ts';
import { enteredRoutePassword, hasSavedRoutePassword } from './route-form.ts';
import { RouteFields } from './route-fields.tsx';
import { HostKeyQuestion } from './host-key-question.tsx';
import { nameFromAddress } from './server-address.ts';
import { TestSteps, type TestResult } from './test-steps.tsx';
import { UntrustedCertificate } from './untrusted-certificate.tsx';
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
  | { readonly kind: 'tested'; readonly result: TestResult; readonly unreachable?: string }
  | { readonly kind: 'failed'; readonly doing: string; readonly error: unknown };

/** The certificate of the server, where the test refused it. */
const presentedIn = ({ steps }: TestResult) => steps.at(-1)?.serverCertificate;

const failedOnRoute = ({ steps }: TestResult): boolean => {
  const last = steps.at(-1);
  return last !== undefined && !last.ok && (last.step === 'proxy' || last.step === 'ssh');
};

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

  const stored = known.find((each) => each.connection.id === form.id);
  const otherNames = known
    .filter((each) => each.connection.id !== form.id)
    .map((each) => each.connection.name);
  const allProblems = problemsOf(form, otherNames);
  const problems = tried ? allProblems : {};
  const unreachable = work.kind === 'tested' ? work.unreachable : undefined;
  const presented = work.kind === 'tested' ? presentedIn(work.result) : undefined;
  const hostKey = work.kind === 'tested' ? work.result.steps.at(-1)?.hostKey : undefined;
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

  /** Accepts exactly this server certificate or host key from now on, and tests again. */
  function testWith(part: Pick<Partial<ConnectionForm>, 'pinnedCertificate' | 'sshHostKey'>): void {
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
      const { origin, result } = await findServer(tested);
      if (origin !== undefined) setForm((now) => ({ ...now, url: origin }));
      setWork({ kind: 'tested', result });
    } catch (error) {
      setWork({ kind: 'failed', doing: 'Testing the connection', error });
    }
  }

  /** Tests the possible addresses in turn. Without an answer, returns the test that came furthest. */
  async function findServer(
    tested: ConnectionForm,
  ): Promise<{ readonly origin: string | undefined; readonly result: TestResult }> {
    let furthest: TestResult = { ok: false, steps: [] };
    for (const origin of originsOf(tested)) {
      const result = await session.port.call('connections.test', toTest(tested, origin), {
        signal: waiting.current.signal,
      });
      if (result.ok) return { origin, result };
      // A certificate that can be pinned says more than another protocol on the same port.
      if (result.steps.length > furthest.steps.length || presentedIn(result) !== undefined) furthest = result;
      // The route is the same for the other address, and each test through it can wait for a confirmation.
      if (failedOnRoute(result)) break;
    }
    return { origin: undefined, result: furthest };
  }

  /** An address with a scheme is saved as it is, also for a server that does not run now. */
  async function originToSave(): Promise<string | undefined> {
    const origins = originsOf(form);
    if (origins.length === 1) return origins[0];
    const { origin, result } = await findServer(form);
    if (origin === undefined)
      setWork({
        kind: 'tested',
        result,
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
        hint="Fallback nodes, used when the server is unreachable. One per line: tag and address. Optional."
        placeholder="B https://node-b.example.com"
        mono
        rows={2}
      />
      <div className={styles.results} aria-live="polite">
        {work.kind === 'tested' && <TestSteps result={work.result} />}
        {presented !== undefined && (
          <UntrustedCertificate
            certificate={presented}
            replaces={form.pinnedCertificate !== ''}
            onPin={(pinnedCertificate) => testWith({ pinnedCertificate })}
          />
        )}
        {hostKey !== undefined && (
          <HostKeyQuestion
            hostKey={hostKey}
            replaces={form.sshHostKey !== ''}
            onAccept={(sshHostKey) => testWith({ sshHostKey })}
          />
        )}
        {work.kind === 'failed' && <ErrorView error={work.error} doing={work.doing} compact />}
      </div>
    </Dialog>
  );
}
