/** What RavenDB 7.1 added to the answers of 6.2: `rookeryd` has it. With `known-differences.ts` the differences from 6.2. */
import { known, type KnownDifference } from './known-differences.ts';

const added = (what: string): string => `7.1 added ${what}`;

export const differencesFrom62: readonly KnownDifference[] = [
  known(/POST \/bulk_docs/, /^Results\[\]\.Etag$/, added('the version after a patch')),
  known(/GET \/(?:indexes|admin\/databases)/, /\.Vector$/, added('options of vectors')),
  // Only of a batch that was there when it was read.
  {
    ...known(
      /GET \/indexes\/performance/,
      /\.TombstoneDeleteSuccesses$/,
      added('the number of removed tombstones'),
    ),
    notAlways: true,
  },
  known(
    /GET \/indexes\/debug/,
    /^$/,
    '6.2 has two lists of names; 7.1 has a list of fields with their types',
  ),
  known(
    /GET \/collections\/stats/,
    /(?:^|\.)(?:CountOf(?!Documents$|Conflicts$)|CounterEntriesSize$|TimeSeries\w+Size$)/,
    added('further counts and sizes'),
  ),
  known(
    /GET \/admin\/tombstones/,
    /^PerSubscriptionInfoExtended$/,
    added('the subscriptions that keep tombstones'),
  ),
  known(
    /GET \/admin\/connection-strings/,
    /^(?:Snowflake|Ai)ConnectionStrings$/,
    added('kinds of connection strings'),
  ),
  known(
    /GET \/admin\/connection-strings\?/,
    /^(?:status|\w+ConnectionStrings)$/,
    'for one connection string 6.2 has empty objects of the other kinds, and a kind that it does not know is its own error',
  ),
  known(
    /GET \/admin\/databases\?/,
    /^(?:AiAgents|AiConnectionStrings|EmbeddingsGenerations|GenAis|SnowflakeConnectionStrings|SnowflakeEtls)$/,
    added('kinds of tasks'),
  ),
];
