import type { ReactNode } from 'react';

export interface GridColumn<R> {
  readonly id: string;
  readonly title: string;
  /** Default width in pixels. */
  readonly width: number;
  /** Takes the space that other columns leave, but has at least this many pixels. Absent: the width is fixed. */
  readonly least?: number;
  readonly align?: 'start' | 'end';
  /** For ids, numbers, code. */
  readonly mono?: boolean;
  readonly sortable?: boolean;
  readonly render: (row: R, index: number) => ReactNode;
}

export interface GridSort {
  readonly column: string;
  readonly descending: boolean;
}
