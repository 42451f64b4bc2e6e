import { useId, type MouseEvent, type ReactElement, type ReactNode } from 'react';
import { Tooltip } from './tooltip.tsx';

/** The attributes of a control that cannot be used now, and can still be focused to read why. */
export interface ReasonProps {
  readonly 'aria-disabled': true;
  readonly 'aria-describedby': string;
  /** Also prevents the submit of a form by its button. */
  readonly onClick: (event: MouseEvent) => void;
}

/**
 * Explains a disabled control as tooltip and accessible description. A control with the attribute `disabled` gets
 * neither hover nor focus, so it could not be explained.
 */
export function DisabledReason(props: {
  readonly reason: string;
  readonly children: (attributes: ReasonProps) => ReactElement<Record<string, unknown>>;
}): ReactNode {
  const id = useId();
  const control = props.children({
    'aria-disabled': true,
    'aria-describedby': id,
    onClick: (event) => event.preventDefault(),
  });
  return (
    <>
      <Tooltip content={props.reason}>{control}</Tooltip>
      <span id={id} hidden>
        {props.reason}
      </span>
    </>
  );
}
