/** A plan of a given size as a server could return it: conditions over sorted, nested and leaf operators; deterministic. */
import type { PlanNode } from '../../../../src/protocol/queries.ts';

const fields = ['Company', 'Freight', 'OrderedAt', 'ShipTo.Country', 'Lines.Product'];

/** Inner nodes have two or three children, so that the tree is as wide as the plan of a long condition. */
export function syntheticPlan(operators: number): PlanNode {
  const childrenOf: number[][] = Array.from({ length: operators }, () => []);
  let parent = 0;
  for (let index = 1; index < operators; index++) {
    childrenOf[parent]?.push(index);
    if ((childrenOf[parent]?.length ?? 0) >= 2 + (parent % 2)) parent++;
  }
  const grow = (index: number): PlanNode => {
    const children = (childrenOf[index] ?? []).map(grow);
    const field = fields[index % fields.length] ?? '';
    const estimate = 10 + ((index * 7919) % 100_000);
    return {
      ...(children.length === 0
        ? leaf(index, field)
        : {
            operation:
              index === 0 ? 'SortingMatch' : index % 2 === 0 ? 'BinaryMatch [And]' : 'BinaryMatch [Or]',
            parameters: index === 0 ? { FieldName: 'Freight', Ascending: 'False' } : {},
          }),
      children,
      entriesIn: children.length === 0 ? null : estimate * 2,
      entriesOut: estimate,
      estimate: index % 11 === 0 ? estimate * 20 : estimate + 3,
      ownMs: (index % 37) / 10,
      totalMs: null,
    };
  };
  return grow(0);
}

function leaf(index: number, field: string): Pick<PlanNode, 'operation' | 'parameters'> {
  const name = `Field name: '${field}' | Field id: ${index % 9} | Indexing mode: Normal`;
  return index % 3 === 0
    ? {
        operation: 'TermNumericRangeProvider',
        parameters: {
          FieldName: name,
          LowValue: String(index),
          HighValue: String(index + 100),
          LowOption: 'Inclusive',
          HighOption: 'Exclusive',
        },
      }
    : { operation: 'TermMatch [Set]', parameters: { FieldName: name, Term: `value ${index}` } };
}
