import { createContext } from 'react';

export type IdPreview =
  { readonly kind: 'json'; readonly text: string } | { readonly kind: 'note'; readonly text: string };

/** What an id link reports to the preview card around it. */
export interface IdHover {
  readonly enter: (id: string, anchor: Element) => void;
  readonly leave: () => void;
  /** The pointer is over the card. */
  readonly keep: () => void;
  readonly close: () => void;
}

export const IdPreviewContext = createContext<IdHover | null>(null);
