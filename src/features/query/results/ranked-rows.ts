/** Scores and highlights of a search as members of the rows, which become columns. Pure. */
import { highlightParts } from '../../../protocol/query-extras.ts';
import { isJsonObject, type JsonObject, type QueryAnswer } from '../../../protocol/queries.ts';
import { tokenize } from '../rql/tokens.ts';
import { documentId } from './result-columns.ts';

/** Names that no document can have as members of its metadata only. */
export const SCORE_COLUMN = '@score';
export const HIGHLIGHTS_COLUMN = '@highlights';

const rankingFunctions = new Set(['search', 'score', 'boost', 'morelikethis', 'explanations']);

/** Lucene sends a score with every document; it means something only in a query that ranks. */
function ranks(query: string): boolean {
  const tokens = tokenize(query);
  return tokens.some(
    ({ kind, text }, index) =>
      kind === 'word' && rankingFunctions.has(text.toLowerCase()) && tokens[index + 1]?.text === '(',
  );
}

export function withRanking(
  rows: readonly JsonObject[],
  query: string,
  { highlights }: QueryAnswer['extras'],
): readonly JsonObject[] {
  const ranked = ranks(query);
  if (!ranked && highlights.size === 0) return rows;
  const scores = ranked ? rows.map(scoreOf) : [];
  const hasScores = scores.some((score) => score !== undefined);
  if (!hasScores && highlights.size === 0) return rows;
  return rows.map((row, index) => {
    const found = highlights.get(documentId(row) ?? '');
    return {
      ...(hasScores ? { [SCORE_COLUMN]: scores[index] } : {}),
      ...(highlights.size > 0
        ? {
            [HIGHLIGHTS_COLUMN]: found
              ?.flatMap(({ fragments }) =>
                fragments.map((each) =>
                  highlightParts(each)
                    .map(({ text }) => text)
                    .join(''),
                ),
              )
              .join(' … '),
          }
        : {}),
      ...row,
    };
  });
}

function scoreOf(row: JsonObject): number | undefined {
  const metadata = row['@metadata'];
  const score = isJsonObject(metadata) ? metadata['@index-score'] : undefined;
  return typeof score === 'number' ? score : undefined;
}
