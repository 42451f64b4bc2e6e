/** `nulls first` and `nulls last`, which the sandbox reads and RavenDB 6.2.4 and 7.1.5 refuse as a syntax error. Pure. */
import { tokenize } from '../../../ui/rql/index.ts';
import type { Advice, Rule } from './rules.ts';

/** For a query that such a server was sent, or would be. */
export function nullOrder(query: string, version: string): readonly Advice[] {
  const tokens = tokenize(query).filter(({ kind, depth }) => kind !== 'comment' && depth === 0);
  const word = (place: number): string => {
    const token = tokens[place];
    return token?.kind === 'word' ? token.text.toLowerCase() : '';
  };
  const order = tokens.findIndex((_, place) => word(place) === 'order' && word(place + 1) === 'by');
  if (order < 0) return [];
  const found = new Map<string, Advice>();
  // A key is before it: `order by nulls` names a field.
  for (let place = order + 3; place < tokens.length - 1; place++) {
    const side = word(place + 1);
    if (word(place) !== 'nulls' || (side !== 'first' && side !== 'last')) continue;
    if (tokens[place - 1]?.text === ',' || tokens[place - 1]?.text === '.') continue;
    const descending = word(place - 1) === 'desc';
    const usual = descending ? 'last' : 'first';
    found.set(side, {
      id: `null-order-${side}`,
      title: `nulls ${side} is a syntax error on servers`,
      evidence: `RavenDB ${version} does not read nulls ${side}. It sorts missing values and null ${usual} in ${descending ? 'descending' : 'ascending'} order.`,
      instead:
        side === usual
          ? query.slice(tokens[order]?.start, tokens[place - 1]?.end)
          : 'order by a field of a static index that shows whether the value is missing, then by this one',
    });
  }
  return [...found.values()];
}

/** The sandbox answers it. */
export const nullOrderOnServers: Rule = ({ query, corax }) =>
  corax?.kind === 'differs' ? nullOrder(query, corax.version) : [];
