/** Shown before the first run: a short introduction and example queries. */
import { useQuery } from '@tanstack/react-query';
import { Search } from 'lucide-react';
import type { DatabaseClient } from '../../../protocol/client.ts';
import { getCollectionStats } from '../../../protocol/collections.ts';
import { Button, EmptyState, KeyHint } from '../../../ui/index.ts';
import { type Example, exampleFor, examples } from './examples.ts';
import styles from '../query.module.css';

interface StartPaneProps {
  readonly db: DatabaseClient;
  readonly queryKey: readonly [string, string];
  readonly onTry: (example: Example) => void;
}

export function StartPane({ db, queryKey, onTry }: StartPaneProps) {
  const collections = useQuery({
    queryKey: [...queryKey, 'query', 'start'],
    queryFn: ({ signal }) => getCollectionStats(db, { signal }),
  });
  const found = (collections.data?.collections ?? []).filter(
    (each) => each.documents > 0 && !each.name.startsWith('@'),
  );
  const isShop =
    found.some((each) => each.name === 'Orders') && found.some((each) => each.name === 'Companies');
  const offered = isShop ? examples : found.slice(0, 6).map((each) => exampleFor(each.name));
  return (
    <EmptyState
      icon={<Search />}
      title="Write an RQL query"
      text={
        <>
          Write a query above and press <KeyHint keys="Mod+Enter" /> to see the results, the timings and the
          query plan.
          {offered.length > 0 ? ' Or start with an example:' : ''}
        </>
      }
      action={
        <div className={styles.examples}>
          {offered.map((example) => (
            <Button key={example.title} variant="secondary" onClick={() => onTry(example)}>
              {example.title}
            </Button>
          ))}
        </div>
      }
    />
  );
}
