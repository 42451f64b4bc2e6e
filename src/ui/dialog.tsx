import { Dialog as Base } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import { useRef, useState, type KeyboardEvent, type ReactNode, type RefObject } from 'react';
import { classNames } from './class-names.ts';
import { IconButton } from './button.tsx';
import styles from './dialog.module.css';
import { FieldScope, useInvalidFields } from './field-scope.tsx';

export interface DialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly title: ReactNode;
  readonly children: ReactNode;
  readonly footer?: ReactNode;
  readonly description?: ReactNode;
  readonly width?: 'narrow' | 'normal' | 'wide' | 'extra-wide';
  /** Called on Enter in a field and by a submit button in the footer, unless a field shows an error for its text. */
  readonly onSubmit?: () => void;
  readonly initialFocus?: RefObject<HTMLElement | null>;
  /** It may stand over another dialog that did not open it: Escape closes this one alone. It must hold no popups of its own. */
  readonly overOthers?: boolean;
}

const FIELDS = ':is(input, textarea, [role=combobox], [role=checkbox], [role=switch], [role=radio])';
const UNUSABLE = ':disabled, [tabindex="-1"], [aria-hidden=true]';

/** Without fields, the dialog itself gets the focus, not its close button, whose tooltip covers the text. */
function firstField(popup: HTMLElement | null): HTMLElement | null {
  if (popup?.contains(document.activeElement)) return document.activeElement as HTMLElement;
  return popup?.querySelector<HTMLElement>(`form ${FIELDS}:not(${UNUSABLE})`) ?? popup;
}

/** The grid that a person sees, for an opener that is gone: a menu item, or a button of the deleted thing. */
const visibleGrid = (): HTMLElement | undefined =>
  [...document.querySelectorAll<HTMLElement>('[role=grid]')].find((grid) => grid.getClientRects().length > 0);

/** A modal dialog. Traps the focus and restores it; Escape and a click outside close it. */
export function Dialog(props: DialogProps): ReactNode {
  const { open, onClose, title, children, footer, description, width = 'normal', onSubmit } = props;
  const popup = useRef<HTMLDivElement>(null);
  const fields = useInvalidFields();
  const [opener] = useState(() => document.activeElement);
  const focus = props.initialFocus ?? (onSubmit === undefined ? popup : () => firstField(popup.current));
  const inside = (
    <>
      <div className={styles.body}>
        {description !== undefined && (
          <Base.Description className={styles.description}>{description}</Base.Description>
        )}
        {children}
      </div>
      {footer !== undefined && <div className={styles.footer}>{footer}</div>}
    </>
  );
  return (
    <Base.Root
      open={open}
      onOpenChange={(next) => {
        if (!next) onClose();
      }}
    >
      <Base.Portal>
        <Base.Backdrop className={classNames(styles.backdrop, props.overOthers && styles.overOthers)} />
        <Base.Popup
          className={classNames(styles.popup, styles[width], props.overOthers && styles.overOthers)}
          {...(props.overOthers
            ? {
                onKeyDown: (event: KeyboardEvent) => {
                  if (event.key !== 'Escape') return;
                  // The dialog below listens on the document.
                  event.stopPropagation();
                  onClose();
                },
              }
            : {})}
          initialFocus={focus}
          finalFocus={() =>
            opener?.isConnected === true && opener !== document.body ? true : (visibleGrid() ?? true)
          }
          ref={popup}
        >
          <header className={styles.header}>
            <Base.Title className={styles.title}>{title}</Base.Title>
            <IconButton label="Close" icon={<X />} onClick={onClose} />
          </header>
          {onSubmit === undefined ? (
            inside
          ) : (
            <form
              className={styles.form}
              noValidate
              onSubmit={(event) => {
                event.preventDefault();
                if (fields.invalidReason === undefined) onSubmit();
                else event.currentTarget.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
              }}
            >
              <FieldScope report={fields.report}>{inside}</FieldScope>
            </form>
          )}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
