/** Chooses indexes, identities, settings and the limits of a copy. */
import type { ReactNode } from 'react';
import { copySetting, type CopySetting } from '../../../contract/index.ts';
import { Checkbox, NumberField } from '../../../ui/index.ts';
import styles from '../transfer.module.css';
import { documentsPerSecond, type Place } from './copy-options.ts';
import type { PartProps } from './target-choice.tsx';

export const settingNames: Readonly<Record<CopySetting, string>> = {
  compression: 'Documents compression',
  revisions: 'Revisions configuration',
  refresh: 'Refresh',
  archival: 'Data archival',
  expiration: 'Expiration',
  client: 'Client configuration',
};

export function DefinitionsChoice({
  state,
  change,
  disabled,
  source,
}: PartProps & { readonly source: Place }): ReactNode {
  const { settings } = state;
  return (
    <>
      <fieldset className={styles.group} disabled={disabled}>
        <legend>Indexes and settings</legend>
        <Checkbox
          label="Static indexes"
          checked={state.indexes}
          disabled={disabled}
          onChange={(indexes) => change({ indexes })}
        />
        <Checkbox
          label="Identities"
          hint="Larger values of the target are kept."
          checked={state.identities}
          disabled={disabled}
          onChange={(identities) => change({ identities })}
        />
        {copySetting.options.map((setting) => (
          <Checkbox
            key={setting}
            label={settingNames[setting]}
            checked={settings.includes(setting)}
            disabled={disabled}
            onChange={(on) =>
              change({
                settings: copySetting.options.filter((each) =>
                  each === setting ? on : settings.includes(each),
                ),
              })
            }
          />
        ))}
      </fieldset>
      <fieldset className={styles.group} disabled={disabled}>
        <legend>Rate limit</legend>
        <NumberField
          label="Documents per second"
          value={documentsPerSecond(state, source)}
          min={1}
          max={1_000_000}
          placeholder="No limit"
          hint="Preset for servers, so that other clients stay fast. Empty: no limit."
          disabled={disabled}
          onChange={(rate) => change({ documentsPerSecond: rate })}
        />
        <NumberField
          label="Megabytes per second"
          value={state.megabytesPerSecond}
          min={1}
          max={10_000}
          placeholder="No limit"
          disabled={disabled}
          onChange={(megabytesPerSecond) => change({ megabytesPerSecond })}
        />
      </fieldset>
    </>
  );
}
