/** The configuration that the clients of a database follow. */
import type { Database } from '../../app/registry/index.ts';
import {
  getClientConfiguration,
  setClientConfiguration,
  type ClientConfiguration,
} from '../../protocol/client-configuration.ts';
import { Checkbox, NumberField, Select, TextField, type SelectOption } from '../../ui/index.ts';
import {
  clientChanges,
  clientProblem,
  isApplied,
  NO_CLIENT_CONFIGURATION,
  sameClientConfiguration,
} from './client-text.ts';
import { SettingsSection } from './settings-section.tsx';
import { useSection, type SectionOf } from './use-section.ts';

const TITLE = 'Client configuration';
const ABOUT =
  'Values that every client of this database follows instead of its own. Clients read them from the server.';

const client: SectionOf<ClientConfiguration> = {
  name: 'client configuration',
  read: (db, signal) => getClientConfiguration(db, { signal }),
  write: setClientConfiguration,
  unset: NO_CLIENT_CONFIGURATION,
  same: sameClientConfiguration,
};

/** An empty value means that the member is not set. */
const NOT_SET = { value: '', label: 'Client default' };
const READ_BALANCE = [
  NOT_SET,
  { value: 'None', label: 'Preferred node', hint: 'None' },
  { value: 'RoundRobin', label: 'All nodes in turn', hint: 'RoundRobin' },
  { value: 'FastestNode', label: 'Fastest node', hint: 'FastestNode' },
];
const LOAD_BALANCE = [
  NOT_SET,
  { value: 'None', label: 'None' },
  { value: 'UseSessionContext', label: 'By session context', hint: 'UseSessionContext' },
];

export interface ClientSectionProps {
  readonly database: Database;
  readonly edited: ClientConfiguration | undefined;
  readonly onEdited: (setting: ClientConfiguration | undefined) => void;
  readonly wanted: boolean;
}

export function ClientSection({ database, edited, onEdited, wanted }: ClientSectionProps) {
  const section = useSection(database, client, { edited, onEdited });
  const { now, before, edit } = section;
  const off = !isApplied(now);
  return (
    <SettingsSection
      anchor="client"
      title={TITLE}
      about={ABOUT}
      section={section}
      state={
        isApplied(before) ? { tone: 'success', words: 'applied' } : { tone: 'neutral', words: 'not applied' }
      }
      neverSet="Not configured: clients use their own values, or those of the server-wide configuration."
      changes={clientChanges(before, now)}
      blocked={clientProblem(now)}
      wanted={wanted}
    >
      <Checkbox
        label="Apply to clients of this database"
        checked={!off}
        onChange={(applied) => edit({ ...now, Disabled: !applied })}
      />
      <NumberField
        label="Maximum requests per session"
        value={now.MaxNumberOfRequestsPerSession ?? null}
        min={1}
        max={2_147_483_647}
        placeholder="client default: 30"
        disabled={off}
        onChange={(count) => edit({ ...now, MaxNumberOfRequestsPerSession: count })}
      />
      <Select
        label="Read balance"
        value={now.ReadBalanceBehavior ?? ''}
        options={withCurrent(READ_BALANCE, now.ReadBalanceBehavior)}
        disabled={off}
        onChange={(behavior) => edit({ ...now, ReadBalanceBehavior: behavior === '' ? null : behavior })}
      />
      <Select
        label="Load balance"
        value={now.LoadBalanceBehavior ?? ''}
        options={withCurrent(LOAD_BALANCE, now.LoadBalanceBehavior)}
        disabled={off}
        onChange={(behavior) =>
          edit({
            ...now,
            LoadBalanceBehavior: behavior === '' ? null : behavior,
            ...(behavior === 'UseSessionContext' ? {} : { LoadBalancerContextSeed: null }),
          })
        }
      />
      {now.LoadBalanceBehavior === 'UseSessionContext' && (
        <NumberField
          label="Seed of the load balancer"
          value={now.LoadBalancerContextSeed ?? null}
          min={0}
          max={2_147_483_647}
          placeholder="client default: 0"
          disabled={off}
          onChange={(seed) => edit({ ...now, LoadBalancerContextSeed: seed })}
        />
      )}
      <TextField
        label="Identity parts separator"
        mono
        value={now.IdentityPartsSeparator ?? ''}
        placeholder="client default: /"
        disabled={off}
        onChange={(separator) =>
          edit({ ...now, IdentityPartsSeparator: separator === '' ? null : separator })
        }
      />
    </SettingsSection>
  );
}

/** A value of a newer server is shown as it is. */
function withCurrent(
  options: readonly SelectOption[],
  current: string | null | undefined,
): readonly SelectOption[] {
  const known = current === null || current === undefined || options.some(({ value }) => value === current);
  return known ? options : [...options, { value: current, label: current }];
}
