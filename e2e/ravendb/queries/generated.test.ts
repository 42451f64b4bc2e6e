/**
 * Random queries on `rookeryd` and on a real RavenDB: the same totals, ids and rows. Where the answers differ, the query
 * must be one of the known oddities, and where possible the server's other search engine must agree with the sandbox.
 *
 * `ROOKERY_QUERY_SEED` and `ROOKERY_QUERY_COUNT` choose other queries; the seed of a difference is in its message.
 */
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { Server, type Compared } from './answer.ts';
import { generateQuery, type GeneratedQuery } from './generated/generate.ts';
import { oddities, type Oddity } from './generated/oddities.ts';

const realUrl = process.env.ROOKERY_TEST_RAVENDB_URL ?? '';
const first = Number(process.env.ROOKERY_QUERY_SEED ?? 1);
const count = Number(process.env.ROOKERY_QUERY_COUNT ?? 2_000);
/** Queries in flight. */
const LANES = 4;
/** Differences that are printed. */
const SHOWN = 10;

interface Tally {
  readonly same: number;
  readonly withResults: number;
  readonly odd: ReadonlyMap<Oddity, number>;
  readonly differences: readonly string[];
}

function rows(answer: Compared, ordered: boolean): readonly string[] {
  const flat = answer.results.flat();
  return ordered ? flat : flat.sort();
}

/** Comparable text; a refusal is one too, without its words. */
async function ask(server: Server, { query, ordered }: GeneratedQuery): Promise<string> {
  try {
    const answer = await server.ask({ query });
    return JSON.stringify([answer.total, ...rows(answer, ordered)]);
  } catch (thrown) {
    const status = /gave (\d+):/.exec(thrown instanceof Error ? thrown.message : '')?.[1];
    if (status === undefined) throw thrown;
    return 'refused';
  }
}

class Comparison {
  readonly #database = `generated-${randomBytes(4).toString('hex')}`;
  readonly #ours = new Server(inject('serverUrl'), this.#database);
  readonly #corax = new Server(realUrl, this.#database);
  readonly #lucene = new Server(realUrl, `${this.#database}-lucene`, {
    'Indexing.Auto.SearchEngineType': 'Lucene',
  });

  async create(): Promise<void> {
    await Promise.all([this.#ours, this.#corax, this.#lucene].map((server) => server.create()));
  }

  async remove(): Promise<void> {
    await Promise.all([this.#ours, this.#corax, this.#lucene].map((server) => server.remove()));
  }

  async run(): Promise<Tally> {
    let [same, withResults, next] = [0, 0, first];
    const odd = new Map<Oddity, number>();
    const differences: string[] = [];
    const lane = async (): Promise<void> => {
      while (next < first + count) {
        const seed = next++;
        const generated = generateQuery(seed);
        const [ours, real] = await Promise.all([ask(this.#ours, generated), ask(this.#corax, generated)]);
        if (!/^\[0\]$|^refused$/.test(real)) withResults++;
        if (ours === real) {
          same++;
          continue;
        }
        const known = oddities.find((oddity) => oddity.matches(generated.query));
        const agrees = known?.isRightInLucene !== true || ours === (await ask(this.#lucene, generated));
        if (known !== undefined && agrees) odd.set(known, (odd.get(known) ?? 0) + 1);
        else
          differences.push(
            `seed ${String(seed)}: ${generated.query}\n  rookeryd: ${ours.slice(0, 500)}\n  RavenDB:  ${real.slice(0, 500)}`,
          );
      }
    };
    await Promise.all(Array.from({ length: LANES }, lane));
    return { same, withResults, odd, differences };
  }
}

describe('generated queries on rookeryd and on a real RavenDB', () => {
  if (realUrl === '') {
    test.skip(`${String(count)} queries have equal results: ROOKERY_TEST_RAVENDB_URL is not set`);
    return;
  }
  const comparison = new Comparison();
  beforeAll(() => comparison.create());
  afterAll(() => comparison.remove());

  test(`${String(count)} queries have equal results`, { timeout: 600_000 }, async () => {
    const { same, withResults, odd, differences } = await comparison.run();
    console.log(
      `${String(same)} of ${String(count)} generated queries have the same results, ${String(withResults)} have any`,
    );
    for (const [{ reason }, times] of odd) console.log(`${String(times)} × ${reason}`);
    expect(differences.slice(0, SHOWN).join('\n'), `${String(differences.length)} differences`).toBe('');
    // Queries that find nothing compare little.
    expect(withResults).toBeGreaterThan(count * 0.6);
  });
});
