import { Check, Copy, TriangleAlert } from 'lucide-react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { Button, IconButton } from './button.tsx';

export interface CopyButtonProps {
  /** A function when building the text is expensive. */
  readonly text: string | (() => string);
  readonly label: string;
  readonly iconOnly?: boolean;
  readonly disabled?: boolean;
}

/** Copies text to the clipboard and shows success or failure. */
export function CopyButton({ text, label, iconOnly = false, disabled = false }: CopyButtonProps): ReactNode {
  const [outcome, setOutcome] = useState<'copied' | 'refused' | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(typeof text === 'string' ? text : text());
      setOutcome('copied');
    } catch {
      // The browser gives no reason beyond "not allowed"; the button shows the failure.
      setOutcome('refused');
    }
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setOutcome(null), 1600);
  }

  const said = outcome === 'copied' ? 'Copied' : outcome === 'refused' ? 'Copy failed' : label;
  const icon = outcome === 'copied' ? <Check /> : outcome === 'refused' ? <TriangleAlert /> : <Copy />;
  if (iconOnly)
    return <IconButton label={said} icon={icon} disabled={disabled} onClick={() => void copy()} />;
  return (
    <Button variant="ghost" icon={icon} disabled={disabled} onClick={() => void copy()}>
      <span aria-live="polite">{said}</span>
    </Button>
  );
}
