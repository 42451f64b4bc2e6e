/** The documents and groups of an index test whose scripts failed, each with the place of its error. */
import { useMemo } from 'react';
import type { IndexTestProblem } from '../../../protocol/index-test.ts';
import { Button, SortedGrid, IdLink, type ValueColumn } from '../../../ui/index.ts';
import { locateIndexError, partName, type ErrorPlace } from './error-place.ts';
import type { IndexForm } from './index-form.ts';
import styles from './index-editor.module.css';

interface TryErrorsProps {
  /** Null when the server does not report them. */
  readonly problems: readonly IndexTestProblem[] | null;
  readonly form: IndexForm;
  readonly onShowPlace: (place: ErrorPlace) => void;
  readonly onOpenDocument: (id: string) => void;
}

interface Row extends IndexTestProblem {
  readonly place: ErrorPlace;
}

export function TryErrors({ problems, form, onShowPlace, onOpenDocument }: TryErrorsProps) {
  const rows = useMemo<readonly Row[]>(
    () => (problems ?? []).map((each) => ({ ...each, place: locateIndexError(each.error, '', form) })),
    [problems, form],
  );
  const columns = useMemo<readonly ValueColumn<Row>[]>(
    () => [
      {
        id: 'document',
        title: 'Document',
        width: 150,
        value: ({ document }) => document,
        render: ({ document, action }) =>
          action === 'Map' ? <IdLink id={document} onOpen={() => onOpenDocument(document)} /> : document,
      },
      {
        id: 'place',
        title: 'Location',
        width: 130,
        value: ({ place }) => place.line,
        render: ({ place }) =>
          place.part ? (
            <Button variant="ghost" tabIndex={-1} onClick={() => onShowPlace(place)}>
              {partName(place.part, form)}:{place.line}
            </Button>
          ) : (
            ''
          ),
      },
      {
        id: 'error',
        title: 'Error',
        width: 420,
        value: ({ place }) => place.message,
        render: ({ place }) => place.message,
      },
    ],
    [form, onShowPlace, onOpenDocument],
  );
  if (problems === null)
    return (
      <p className={styles.note}>
        This server reports no errors of single documents for a test. Documents whose map fails have no
        entries; above 15 % of failures the test fails as a whole.
      </p>
    );
  return (
    <SortedGrid
      label="Errors"
      columns={columns}
      rowCount={rows.length}
      row={(index) => rows[index]}
      onOpen={(index) => {
        const place = rows[index]?.place;
        if (place) onShowPlace(place);
      }}
      empty={<p className={styles.note}>No script failed.</p>}
    />
  );
}
