import { Check, Copy, TriangleAlert } from 'lucide-react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { Button, IconButton } from './button.tsx';

export interface CopyButtonProps {
  /** A function when building the text costs something. */
  readonly text: string | (() => string);
  readonly label: string;
  readonly iconOnly?: boolean;
}

/** Puts text on the clipboard and says that it did, or that it could not. */
export function CopyButton({ text, label, iconOnly = false }: CopyButtonProps): ReactNode {
  const [outcome, setOutcome] = useState<'copied' | 'refused' | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(typeof text === 'string' ? text : text());
      setOutcome('copied');
    } catch {
      // The browser says no more than "not allowed"; the button says it to the person.
      setOutcome('refused');
    }
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setOutcome(null), 1600);
  }

  const said = outcome === 'copied' ? 'Copied' : outcome === 'refused' ? 'Copy failed' : label;
  const icon = outcome === 'copied' ? <Check /> : outcome === 'refused' ? <TriangleAlert /> : <Copy />;
  if (iconOnly) return <IconButton label={said} icon={icon} onClick={() => void copy()} />;
  return (
    <Button variant="ghost" icon={icon} onClick={() => void copy()}>
      <span aria-live="polite">{said}</span>
    </Button>
  );
}
