import type { LucideIcon } from 'lucide-react';
import { isValidElement, type ReactElement, type ReactNode } from 'react';

/** A lucide icon, or any element in its place. The context sets the size. */
export type IconSource = LucideIcon | ReactElement;

export function Icon({ source }: { readonly source: IconSource }): ReactNode {
  if (isValidElement(source)) return source;
  const Drawn = source;
  return <Drawn aria-hidden="true" />;
}
