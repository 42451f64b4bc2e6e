import type { ReactNode } from 'react';

export interface GridColumn<R> {
  readonly id: string;
  readonly title: string;
  /** Default width in pixels. */
  readonly width: number;
  readonly align?: 'start' | 'end';
  /** For ids, numbers, code. */
  readonly mono?: boolean;
  readonly sortable?: boolean;
  /** Rendered instead of the title; the title stays the accessible name. */
  readonly header?: ReactNode;
  readonly render: (row: R, index: number) => ReactNode;
}

export interface GridSort {
  readonly column: string;
  readonly descending: boolean;
}
