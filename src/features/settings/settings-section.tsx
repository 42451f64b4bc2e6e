/** The frame of a form: title, current state, fields, changes, and refusal. */
import { useId, type ReactNode } from 'react';
import { PortError } from '../../contract/index.ts';
import { ServerError } from '../../protocol/server-error.ts';
import { Badge, Button, ErrorView, FieldScope, SkeletonRows, useInvalidFields } from '../../ui/index.ts';
import styles from './settings.module.css';
import { useScrollTo } from './use-scroll-to.ts';
import type { Section } from './use-section.ts';

export interface SettingsSectionProps<T> {
  /** Its name in links from other screens and in the list of sections. */
  readonly anchor: string;
  readonly title: string;
  readonly about: string;
  readonly section: Section<T>;
  /** Badge: the current state in two words. */
  readonly state: { readonly tone: 'neutral' | 'success'; readonly words: string };
  readonly neverSet: string;
  readonly changes: readonly string[];
  /** What to do when the licence of the server refuses the setting; absent: the licence lacks the whole feature. */
  readonly licenceHint?: string | undefined;
  /** Why it cannot be saved. */
  readonly blocked?: string | undefined;
  /** Scrolled into view when the screen was opened for it. */
  readonly wanted: boolean;
  readonly children: ReactNode;
  /** Below the form: the effect of the setting. */
  readonly after?: ReactNode;
}

export function SettingsSection<T>(props: SettingsSectionProps<T>) {
  const { anchor, title, about, section, state, neverSet, changes, wanted, children, after } = props;
  const fields = useInvalidFields();
  const blocked = props.blocked ?? fields.invalidReason;
  const heading = useId();
  const here = useScrollTo(wanted, !section.loading);

  return (
    <section
      ref={here}
      className={styles.section}
      tabIndex={-1}
      data-section={anchor}
      aria-labelledby={heading}
      data-wanted={wanted || undefined}
    >
      <header className={styles.head}>
        <h2 id={heading}>{title}</h2>
        {!section.loading && section.loadError === null && (
          <Badge tone={section.stored ? state.tone : 'neutral'}>
            {section.stored ? state.words : 'Not configured'}
          </Badge>
        )}
      </header>
      <p className={styles.about}>{about}</p>
      {section.loading ? (
        <SkeletonRows rows={4} label={`Loading ${title}`} />
      ) : section.loadError !== null ? (
        <ErrorView error={section.loadError} doing={`Loading ${title}`} onRetry={section.retry} compact />
      ) : (
        <form
          className={styles.form}
          onSubmit={(event) => {
            event.preventDefault();
            if (section.dirty && blocked === undefined && section.writeRefusal === undefined) section.save();
          }}
        >
          {!section.stored && <p className={styles.about}>{neverSet}</p>}
          {section.writeRefusal !== undefined && <p className={styles.about}>{section.writeRefusal}</p>}
          <fieldset className={styles.fields} disabled={section.writeRefusal !== undefined}>
            <FieldScope report={fields.report}>{children}</FieldScope>
          </fieldset>
          <div className={styles.changes} aria-live="polite">
            {section.dirty && blocked === undefined && (
              <>
                <h3>Changes to save</h3>
                <ul>
                  {changes.map((sentence) => (
                    <li key={sentence}>{sentence}</li>
                  ))}
                </ul>
              </>
            )}
            {blocked !== undefined && <p className={styles.blocked}>{blocked}</p>}
          </div>
          {section.saveError !== null && (
            <Refusal title={title} error={section.saveError} licenceHint={props.licenceHint} />
          )}
          <div className={styles.buttons}>
            <Button
              type="submit"
              variant="primary"
              busy={section.saving}
              disabled={!section.dirty || blocked !== undefined}
              disabledReason={section.writeRefusal}
            >
              {section.saving ? 'Saving…' : 'Save'}
            </Button>
            <Button variant="ghost" disabled={!section.dirty || section.saving} onClick={section.revert}>
              Revert
            </Button>
            {section.dirty && <Badge tone="warning">Unsaved</Badge>}
          </div>
        </form>
      )}
      {after}
    </section>
  );
}

function Refusal(props: {
  readonly title: string;
  readonly error: unknown;
  readonly licenceHint: string | undefined;
}) {
  const { title, error, licenceHint } = props;
  return (
    <div className={styles.refusal}>
      <ErrorView error={error} doing={`Saving ${title}`} compact />
      <p>{whatToDo(error, licenceHint)}</p>
    </div>
  );
}

function whatToDo(error: unknown, licenceHint: string | undefined): string {
  const kept = 'Nothing changed on the server. Your edits are kept.';
  if (error instanceof ServerError && error.status === 402 && licenceHint !== undefined)
    return `${kept} ${licenceHint}`;
  if (error instanceof ServerError && error.status === 402)
    return `The server license does not include this feature. ${kept} Install a license that includes it, or use the sandbox, which needs none.`;
  if (error instanceof ServerError && error.status === 403)
    return `Your certificate does not have permission to change database settings. ${kept} Request database administrator access.`;
  if (error instanceof PortError && error.code === 'policy-refused')
    return `${kept} Change the access of the connection under Connections to allow it.`;
  return kept;
}
