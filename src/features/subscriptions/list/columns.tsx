import { Badge, formatDateTime, type ValueColumn } from '../../../ui/index.ts';
import { lagOf, lagText, lagTitle, type SourceReading } from '../lag.ts';
import { sourceText } from '../query-source.ts';
import { agoText, oneLine, stateOf, workersText } from '../subscription-text.ts';
import styles from '../subscriptions.module.css';
import type { Subscription } from '../../../protocol/subscriptions.ts';

/** Missing moments sort last. */
const order = (moment: number): number | null => (Number.isNaN(moment) ? null : moment);

export function columnsOf(
  reading: SourceReading | undefined,
  now: number,
): readonly ValueColumn<Subscription>[] {
  return [
    {
      id: 'name',
      title: 'Name',
      width: 200,
      value: ({ name }) => name,
      render: ({ name }) => <b title={name}>{name}</b>,
    },
    {
      id: 'state',
      title: 'State',
      width: 90,
      value: (each) => stateOf(each).text,
      render: (each) => {
        const { tone, text, title } = stateOf(each);
        return (
          <Badge tone={tone} title={title}>
            {text}
          </Badge>
        );
      },
    },
    {
      id: 'workers',
      title: 'Workers',
      width: 170,
      mono: true,
      value: ({ connections }) => connections.length,
      render: (each) => (
        <span
          title={each.connections.map(({ client, strategy }) => `${client} ${strategy ?? ''}`).join('\n')}
        >
          {workersText(each)}
        </span>
      ),
    },
    {
      id: 'collection',
      title: 'Collection',
      width: 140,
      value: ({ query }) => sourceText(query),
      render: ({ query }) => sourceText(query),
    },
    {
      id: 'lag',
      title: 'Lag',
      width: 100,
      align: 'end',
      value: (each) => {
        const lag = lagOf(each, reading);
        return lag.kind === 'unknown' ? null : lag.documents;
      },
      render: (each) => {
        const lag = lagOf(each, reading);
        return (
          <span className={lag.kind === 'unknown' ? styles.unknown : undefined} title={lagTitle(lag)}>
            {lagText(lag)}
          </span>
        );
      },
    },
    {
      id: 'acknowledged',
      title: 'Last acknowledged',
      width: 140,
      value: ({ lastAcknowledged }) => order(lastAcknowledged),
      render: ({ lastAcknowledged: at }) => (
        <span title={Number.isNaN(at) ? undefined : formatDateTime(at)}>{agoText(at, now)}</span>
      ),
    },
    {
      id: 'starts-after',
      title: 'Next batch after',
      width: 170,
      mono: true,
      value: ({ startsAfter }) => startsAfter,
      render: ({ startsAfter }) => (
        <span title={startsAfter ?? undefined}>{startsAfter ?? 'The beginning'}</span>
      ),
    },
    {
      id: 'query',
      title: 'Query',
      width: 380,
      least: 200,
      mono: true,
      value: ({ query }) => query,
      render: ({ query }) => <span title={query}>{oneLine(query)}</span>,
    },
  ];
}
