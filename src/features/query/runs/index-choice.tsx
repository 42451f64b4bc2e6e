/** Why this index: the server's choice and its reasons against the other indexes, as a list. */
import { useQuery } from '@tanstack/react-query';
import { Check, CircleSlash } from 'lucide-react';
import { useState } from 'react';
import type { DatabaseClient } from '../../../protocol/client.ts';
import { explainIndexChoice, type IndexChoice } from '../../../protocol/query-explain.ts';
import { Button, CopyButton, Dialog, ErrorView, SkeletonRows } from '../../../ui/index.ts';
import { isCollectionRead } from '../plan/missing-plan.ts';
import { queriedIndex } from '../rql/clauses.ts';
import styles from './index-choice.module.css';
import type { CompletedRun } from './query-runs.ts';

interface IndexChoiceProps {
  readonly db: DatabaseClient;
  readonly run: CompletedRun;
}

export function IndexChoiceButton({ db, run }: IndexChoiceProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="ghost" onClick={() => setOpen(true)}>
        {isCollectionRead(run.answer.indexName) ? 'Why no index?' : 'Why this index?'}
      </Button>
      {open && <IndexChoiceDialog db={db} run={run} onClose={() => setOpen(false)} />}
    </>
  );
}

function IndexChoiceDialog({ db, run, onClose }: IndexChoiceProps & { readonly onClose: () => void }) {
  const { request, answer } = run;
  const named = queriedIndex(request.query);
  const isRead = isCollectionRead(answer.indexName);
  const asks = named === null && !isRead;
  const explained = useQuery({
    queryKey: [db.server.connection, db.name, 'explain', request.query, request.parameters, run.at],
    queryFn: ({ signal }) =>
      explainIndexChoice(db, { query: request.query, parameters: request.parameters, signal }),
    enabled: asks,
    retry: false,
    staleTime: Infinity,
  });
  return (
    <Dialog
      open
      onClose={onClose}
      title={isRead ? 'Why no index' : 'Why this index'}
      footer={
        <>
          {explained.data && (
            <CopyButton label="Copy as text" text={() => choiceText(answer.indexName, explained.data)} />
          )}
          <Button variant="primary" onClick={onClose}>
            Close
          </Button>
        </>
      }
    >
      {named !== null && (
        <p className={styles.sentence}>
          The query names the index <code>{named}</code> after <code>from index</code>, so the server did not
          choose one.
        </p>
      )}
      {named === null && isRead && (
        <p className={styles.sentence}>
          The query has no condition and no order that an index would answer, so the server read the documents
          of the collection directly. <code>filter</code> checks each of them.
        </p>
      )}
      {asks && explained.isPending && <SkeletonRows label="Loading the explanation" rows={4} />}
      {asks && explained.isError && (
        <ErrorView
          error={explained.error}
          doing="Explaining the index"
          onRetry={() => void explained.refetch()}
          compact
        />
      )}
      {explained.data && <Choice used={answer.indexName} choice={explained.data} />}
    </Dialog>
  );
}

function Choice({ used, choice }: { readonly used: string; readonly choice: IndexChoice }) {
  return (
    <>
      <p className={styles.sentence}>
        <Check size={14} aria-hidden="true" /> The query was answered by <code>{used}</code>.{' '}
        {choiceSentence(used, choice)}
      </p>
      {choice.rejected.length === 0 ? (
        <p className={styles.sentence}>The server considered no other automatic index of this collection.</p>
      ) : (
        <ul className={styles.indexes} aria-label="Indexes that were not used">
          {choice.rejected.map(({ index, reasons }) => (
            <li key={index}>
              <code>{index}</code>
              <ul className={styles.reasons}>
                {reasons.map((reason) => (
                  <li key={reason}>
                    <CircleSlash size={12} aria-hidden="true" /> {reason}
                  </li>
                ))}
              </ul>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

/** The explanation is asked after the run: indexes may have changed in between. */
function choiceSentence(used: string, { index, answers }: IndexChoice): string {
  if (index === null) return 'By now, no automatic index matches this query.';
  if (!answers) return `By now, no index matches it completely; the closest is ${index}.`;
  return index === used
    ? 'It has every field of the query and is the widest index that does.'
    : `By now, the server would choose ${index}.`;
}

function choiceText(used: string, choice: IndexChoice): string {
  const rejected = choice.rejected.map(
    ({ index, reasons }) => `- ${index}\n${reasons.map((reason) => `  - ${reason}\n`).join('')}`,
  );
  return `The query was answered by ${used}. ${choiceSentence(used, choice)}\n\nNot used:\n${rejected.join('')}`;
}
