import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState, type ReactNode } from 'react';
import { createStore, useStore } from 'zustand';
import {
  PortError,
  type ConnectionView,
  type Port,
  type ServerConnection,
  type TwoFactorScope,
  type TwoFactorState,
} from '../../contract/index.ts';
import { Button, Dialog, ErrorView, Select, TextField } from '../../ui/index.ts';
import type { OnProblem } from './confirmation-question.ts';
import { CODE_DIGITS, digitsOf, durationsOf, durationText, targetName, targetOf } from './two-factor-code.ts';

/** The connection whose dialog the user opened. Without one, the dialog of a connection that waits opens by itself. */
const requested = createStore<{ readonly id: string | null }>(() => ({ id: null }));

export function openSignIn(id: string): void {
  requested.setState({ id });
}

const close = (): void => requested.setState({ id: null });

export function TwoFactorPrompt(props: {
  readonly port: Port;
  readonly connections: readonly ConnectionView[];
  readonly onProblem: OnProblem;
}): ReactNode {
  const id = useStore(requested, (state) => state.id);
  const shown =
    props.connections.find(({ connection }) => connection.id === id) ??
    props.connections.find(({ twoFactor }) => twoFactor?.state === 'code-needed' && twoFactor.waiting);
  if (shown?.connection.kind !== 'server') return null;
  const { connection, twoFactor } = shown;
  return (
    <SignInDialog
      key={`${connection.id} ${twoFactor?.node?.tag ?? ''}`}
      connection={connection}
      state={twoFactor}
      {...props}
    />
  );
}

const scopes: readonly { value: TwoFactorScope; label: string; hint: string }[] = [
  {
    value: 'connection',
    label: 'This connection only',
    hint: 'Rookery keeps the session in memory. Other programs need their own code.',
  },
  {
    value: 'certificate',
    label: 'Every client with this certificate',
    hint: 'Programs on other computers need no code either. Needs a confirmation.',
  },
];

function SignInDialog(props: {
  readonly connection: ServerConnection;
  readonly state: TwoFactorState | undefined;
  readonly port: Port;
  readonly onProblem: OnProblem;
}): ReactNode {
  const { connection, state, port, onProblem } = props;
  const { id } = connection;
  const target = targetOf(id, state);
  const name = targetName(connection.name, state);
  const url = state?.node?.url ?? connection.url;
  const queryClient = useQueryClient();
  const field = useRef<HTMLInputElement>(null);
  const [code, setCode] = useState('');
  const [chosen, setChosen] = useState<number | null>(null);
  const [scope, setScope] = useState<TwoFactorScope>('connection');
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const limits = useQuery({
    queryKey: ['app', 'two-factor-limits', id, target.node ?? null],
    queryFn: ({ signal }) => port.call('twoFactor.limits', target, { signal }),
    staleTime: 60_000,
  });
  const known = limits.data ?? { defaultMinutes: null, maximumMinutes: null };
  const durations = durationsOf(known);
  const minutes = chosen ?? durations.preset;
  const renewing = state?.state === 'signed-in';

  async function signIn(): Promise<void> {
    if (busy) return;
    if (code.length < CODE_DIGITS) {
      setFailure(new PortError({ code: 'bad-request', message: 'Enter the six digits of the code.' }));
      field.current?.focus();
      return;
    }
    setBusy(true);
    setFailure(null);
    try {
      await port.call('twoFactor.signIn', { ...target, code, minutes, scope });
      close();
      await queryClient.invalidateQueries({ queryKey: ['app', 'connections'] });
      // Reads that waited in the host continue by themselves; those that failed before are repeated here.
      await queryClient.refetchQueries({
        queryKey: [id],
        predicate: ({ state }) => state.status === 'error',
      });
    } catch (thrown) {
      setFailure(thrown);
      field.current?.select();
    } finally {
      setBusy(false);
    }
  }

  function leave(): void {
    close();
    if (!renewing)
      port.call('twoFactor.decline', target).catch((thrown: unknown) => {
        // The dialog is closed; waiting requests fail with the port.
        if (!(thrown instanceof PortError && thrown.code === 'closed'))
          onProblem(thrown, `Closing the two-factor dialog of ${name}`);
      });
  }

  return (
    <Dialog
      open
      width="narrow"
      onClose={leave}
      title={renewing ? `Renew the session of ${name}` : `Two-factor code for ${name}`}
      description={descriptionOf(state, new URL(url).host)}
      initialFocus={field}
      onSubmit={() => void signIn()}
      footer={
        <>
          <Button onClick={leave}>{renewing ? 'Cancel' : 'Not now'}</Button>
          <Button type="submit" variant="primary" busy={busy}>
            {renewing ? 'Renew' : 'Sign in'}
          </Button>
        </>
      }
    >
      <TextField
        ref={field}
        label="Code"
        value={code}
        onChange={(text) => setCode(digitsOf(text))}
        inputMode="numeric"
        autoComplete="one-time-code"
        mono
        hint="Six digits of the authenticator. Not stored."
      />
      <Select
        label="Session duration"
        value={String(minutes)}
        onChange={(value) => setChosen(Number(value))}
        options={durations.minutes.map((each) => ({ value: String(each), label: durationText(each) }))}
        hint={
          limits.isPending
            ? 'Reading the limits of the server…'
            : known.maximumMinutes === null
              ? 'The server did not report its limits. It refuses a duration that is too long.'
              : `The server allows at most ${durationText(known.maximumMinutes)}.`
        }
      />
      <Select label="Valid for" value={scope} onChange={setScope} options={scopes} />
      {failure !== null && <ErrorView error={failure} doing={`Signing in to ${name}`} compact />}
    </Dialog>
  );
}

function descriptionOf(state: TwoFactorState | undefined, host: string): string {
  if (state?.state === 'signed-in')
    return `A new code replaces the session on ${host}. Work continues without a break.`;
  return state?.ended === true
    ? `The session on ${host} ended: it expired, or another client with this certificate signed in. Enter a code to continue; waiting reads are then repeated.`
    : `${host} requires a two-factor code for this client certificate. Waiting reads continue after the sign-in.`;
}
