/** The terms of an index, field by field, with a search by prefix. */
import { ListTree, SearchX } from 'lucide-react';
import { useCallback, useEffect, useState, type ReactNode } from 'react';
import { type Database, useSession } from '../../../app/registry/index.ts';
import {
  Button,
  CopyButton,
  DataGrid,
  EmptyState,
  ErrorView,
  formatCount,
  IdLink,
  pluralNoun,
  Select,
  SkeletonRows,
  TextField,
  type GridColumn,
} from '../../../ui/index.ts';
import { termQuery } from './term-query.ts';
import { useTermCounts } from './use-term-counts.ts';
import { useIndexFields, useTerms } from './use-terms.ts';
import styles from '../indexes.module.css';

const PAUSE_MS = 250;
const OTHER = '';

export function TermsPanel(props: { readonly database: Database; readonly index: string | null }): ReactNode {
  if (props.index === null)
    return (
      <EmptyState
        icon={ListTree}
        title="No index selected"
        text="Choose an index in the list to browse its terms."
      />
    );
  return <FieldChoice key={props.index} database={props.database} index={props.index} />;
}

function FieldChoice({
  database,
  index,
}: {
  readonly database: Database;
  readonly index: string;
}): ReactNode {
  const fields = useIndexFields(database, index);
  const [chosen, setChosen] = useState<string | null>(null);
  const [typed, setTyped] = useState('');
  const [prefix, setPrefix] = useState('');
  const settledField = useDebounced(typed.trim());
  const settledPrefix = useDebounced(prefix);
  if (fields.isError)
    return (
      <ErrorView
        error={fields.error}
        doing={`Loading the fields of ${index}`}
        onRetry={() => void fields.refetch()}
      />
    );
  if (fields.data === undefined) return <SkeletonRows rows={4} label="Loading fields" />;
  const { names, complete } = fields.data;
  const current = chosen ?? names[0] ?? OTHER;
  const field = current === OTHER ? settledField : current;
  return (
    <div className={styles.panel}>
      <div className={styles.panelBar}>
        <Select
          label="Field"
          hideLabel
          value={current}
          onChange={setChosen}
          options={[
            ...names.map((name) => ({ value: name, label: name })),
            ...(complete ? [] : [{ value: OTHER, label: 'Another field…' }]),
          ]}
        />
        {current === OTHER && (
          <TextField
            label="Name of the field"
            hideLabel
            placeholder="Field"
            value={typed}
            onChange={setTyped}
            mono
          />
        )}
        <TextField
          label="Terms that start with"
          hideLabel
          type="search"
          placeholder="Starts with…"
          value={prefix}
          onChange={setPrefix}
          mono
        />
        {!complete && (
          <span className={styles.quiet}>
            This server does not list the fields of an index; these are from its definition.
          </span>
        )}
      </div>
      <div className={styles.panelBody}>
        {field === '' ? (
          <EmptyState icon={ListTree} title="No field" text="Enter the name of a field of this index." />
        ) : (
          <Terms
            key={`${field}\n${settledPrefix}`}
            database={database}
            index={index}
            field={field}
            prefix={settledPrefix}
            onPrefix={setPrefix}
          />
        )}
      </div>
    </div>
  );
}

function Terms(props: {
  readonly database: Database;
  readonly index: string;
  readonly field: string;
  readonly prefix: string;
  readonly onPrefix: (prefix: string) => void;
}): ReactNode {
  const { index, field, prefix } = props;
  const session = useSession();
  const list = useTerms(props.database, index, field, prefix);
  const counting = useTermCounts(props.database.client, index, field);
  const terms = list.data?.pages.flatMap((page) => page.terms) ?? [];
  const scanned = list.data?.pages.reduce((sum, page) => sum + page.scanned, 0) ?? 0;
  const { fetchNextPage, hasNextPage, isFetchingNextPage } = list;
  const count = terms.length;
  const onVisibleRange = useCallback(
    (_first: number, last: number) => {
      if (last >= count - 20 && count > 0 && hasNextPage && !isFetchingNextPage) void fetchNextPage();
    },
    [count, hasNextPage, isFetchingNextPage, fetchNextPage],
  );
  if (list.isError)
    return (
      <ErrorView
        error={list.error}
        doing={`Loading the terms of ${field}`}
        onRetry={() => void (count === 0 ? list.refetch() : fetchNextPage())}
      />
    );
  if (list.data === undefined) return <SkeletonRows rows={4} label="Loading terms" />;
  if (count === 0 && !hasNextPage) return <NoTerms {...props} />;
  const query = (term: string) =>
    session.openScreen('query', { params: { query: termQuery(index, field, term) } });
  return (
    <div className={styles.terms}>
      <div className={styles.termsEnd}>
        <span role="status">
          {formatCount(count)}
          {hasNextPage ? ' or more' : ''} {pluralNoun(hasNextPage ? 2 : count, 'term')}
          {prefix !== '' && `, ${formatCount(scanned)} searched`}
        </span>
        {hasNextPage && (
          <Button variant="ghost" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {count === 0 ? 'Search further' : 'Load more'}
          </Button>
        )}
        {counting.counting ? (
          <Button variant="ghost" onClick={counting.stop}>
            Stop counting
          </Button>
        ) : (
          <Button
            variant="ghost"
            disabled={count === 0 || terms.every((term) => counting.counts.has(term))}
            onClick={() => counting.start(terms)}
          >
            Count results
          </Button>
        )}
        <span className={styles.quiet}>
          Servers send terms without counts: counting runs one query per term. Click a term to query it.
        </span>
        <span className={styles.space} />
        <CopyButton label="Copy terms" text={() => termsText(terms, counting.counts)} />
      </div>
      {counting.error !== null && (
        <ErrorView error={counting.error} doing={`Counting the results of ${field}`} compact />
      )}
      <div className={styles.panelBody}>
        <DataGrid
          label={`Terms of ${field}`}
          columns={termColumns(query, counting.counts)}
          rowCount={count}
          row={(at) => terms[at]}
          onVisibleRange={onVisibleRange}
          onOpen={(at) => {
            const term = terms[at];
            if (term !== undefined) query(term);
          }}
        />
      </div>
    </div>
  );
}

function termColumns(
  onQuery: (term: string) => void,
  counts: ReadonlyMap<string, number>,
): readonly GridColumn<string>[] {
  return [
    { id: 'place', title: '#', width: 72, align: 'end', render: (_term, at) => formatCount(at + 1) },
    {
      id: 'term',
      title: 'Term',
      width: 620,
      mono: true,
      render: (term) => (term === '' ? '(empty text)' : <IdLink id={term} onOpen={() => onQuery(term)} />),
    },
    {
      id: 'results',
      title: 'Results',
      width: 96,
      align: 'end',
      render: (term) => {
        const count = counts.get(term);
        return count === undefined ? '' : formatCount(count);
      },
    },
  ];
}

/** Terms, each with its count where all are known. */
function termsText(terms: readonly string[], counts: ReadonlyMap<string, number>): string {
  const isCounted = terms.every((term) => counts.has(term));
  return terms.map((term) => (isCounted ? `${term}\t${counts.get(term) ?? ''}` : term)).join('\n');
}

function NoTerms({
  field,
  prefix,
  onPrefix,
}: {
  readonly field: string;
  readonly prefix: string;
  readonly onPrefix: (prefix: string) => void;
}): ReactNode {
  const lower = prefix.toLowerCase();
  if (prefix === '')
    return <EmptyState icon={SearchX} title="No terms" text={`The index has no terms of ${field}.`} />;
  return (
    <EmptyState
      icon={SearchX}
      title={`No term starts with “${prefix}”`}
      text="Upper and lower case differ. Most fields are indexed in lower case."
      action={
        lower === prefix ? (
          <Button onClick={() => onPrefix('')}>Clear</Button>
        ) : (
          <Button onClick={() => onPrefix(lower)}>Search “{lower}”</Button>
        )
      }
    />
  );
}

function useDebounced(value: string): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
