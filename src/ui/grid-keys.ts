/** The cell that a key press moves to. Null: the grid does not handle the key. */
export interface GridPlace {
  readonly row: number;
  readonly column: number;
}

export interface GridKeyContext extends GridPlace {
  readonly rowCount: number;
  readonly columnCount: number;
  readonly pageRows: number;
}

export interface GridKey {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
}

export function gridMove(event: GridKey, at: GridKeyContext): GridPlace | null {
  const { row, column, rowCount, columnCount, pageRows } = at;
  if (rowCount === 0 || columnCount === 0) return null;
  const mod = event.ctrlKey || event.metaKey;
  const toRow = (next: number): GridPlace => ({ row: Math.min(rowCount - 1, Math.max(0, next)), column });
  const toColumn = (next: number): GridPlace => ({
    row: Math.max(0, row),
    column: Math.min(columnCount - 1, Math.max(0, next)),
  });
  switch (event.key) {
    case 'ArrowDown':
      return toRow(mod ? rowCount - 1 : row + 1);
    case 'ArrowUp':
      return toRow(mod ? 0 : row - 1);
    case 'PageDown':
      return toRow(row + pageRows);
    case 'PageUp':
      return toRow(row - pageRows);
    case 'Home':
      return mod ? { row: 0, column: 0 } : toColumn(0);
    case 'End':
      return mod ? { row: rowCount - 1, column: columnCount - 1 } : toColumn(columnCount - 1);
    case 'ArrowLeft':
      return toColumn(mod ? 0 : column - 1);
    case 'ArrowRight':
      return toColumn(mod ? columnCount - 1 : column + 1);
    default:
      return null;
  }
}
