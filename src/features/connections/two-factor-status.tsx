import { ShieldAlert, ShieldCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ConnectionView, TwoFactorState } from '../../contract/index.ts';
import { useSession } from '../../app/registry/index.ts';
import { formatDateTime, Menu } from '../../ui/index.ts';
import { remainingText, RENEW_WITHIN_MS, targetName, targetOf } from './two-factor-code.ts';
import { openSignIn } from './two-factor-prompt.tsx';
import { useClock } from './use-clock.ts';

/** The two-factor session of the current connection in the status bar: the time left, renewal, sign-out. */
export function TwoFactorStatus(props: {
  readonly view: ConnectionView | undefined;
  /** The status bar's button. */
  readonly className: string | undefined;
}): ReactNode {
  const { view, className } = props;
  const state = view?.twoFactor;
  if (view === undefined || state === undefined) return null;
  const { id, name } = view.connection;
  if (state.state === 'code-needed') {
    const where = state.node === undefined ? '' : ` to node ${state.node.tag}`;
    return (
      <button type="button" className={className} data-warning="" onClick={() => openSignIn(id)}>
        <ShieldAlert size={13} aria-hidden="true" />
        {state.ended ? `Session ended: sign in${where}` : `Sign in${where}`}
      </button>
    );
  }
  // A new session begins with the current time.
  return <SignedIn key={state.until} {...{ id, name, state, className }} />;
}

const TICK_MS = 5000;

function SignedIn(props: {
  readonly id: string;
  readonly name: string;
  readonly state: Extract<TwoFactorState, { state: 'signed-in' }>;
  readonly className: string | undefined;
}): ReactNode {
  const { id, name, state, className } = props;
  const session = useSession();
  const now = useClock(TICK_MS);
  const ending = state.until - now < RENEW_WITHIN_MS;
  const left = remainingText(state.until, now);
  return (
    <Menu
      align="end"
      trigger={
        <button
          type="button"
          className={className}
          {...(ending ? { 'data-warning': '' } : { 'data-quiet': '' })}
          title={`Two-factor session of ${targetName(name, state)} until ${formatDateTime(state.until)}${state.scope === 'certificate' ? ', for every client with this certificate' : ''}`}
        >
          {ending ? (
            <ShieldAlert size={13} aria-hidden="true" />
          ) : (
            <ShieldCheck size={13} aria-hidden="true" />
          )}
          {ending ? `Session ends in ${left}` : `Signed in, ${left} left`}
        </button>
      }
      items={[
        { id: 'renew', label: 'Renew session…', onSelect: () => openSignIn(id) },
        {
          id: 'sign-out',
          label: 'Sign out',
          onSelect: () => {
            session.port
              .call('twoFactor.signOut', targetOf(id, state))
              .catch((thrown: unknown) => session.reportError(thrown, `Signing out of ${name}`));
          },
        },
      ]}
    />
  );
}
