/** Example queries for an empty editor, written for the sample shop. */

export interface Example {
  readonly title: string;
  readonly query: string;
  readonly parameters: Readonly<Record<string, string>>;
}

export const examples: readonly Example[] = [
  {
    title: 'Orders to one country, highest freight first',
    query:
      "from Orders\nwhere ShipTo.Country = 'Spain' and Freight > 50\norder by Freight as double desc\nlimit 20",
    parameters: {},
  },
  {
    title: 'Orders of one company',
    query:
      'from Orders\nwhere Company = $company\norder by OrderedAt desc\nselect OrderedAt, Freight, ShipTo.City as City',
    parameters: { company: 'companies/1-A' },
  },
  {
    title: 'Freight in a range, with timings and plan',
    query:
      "from Orders\nwhere Freight between 10 and 50\n  and ShipTo.Country in ('Spain', 'France', 'Italy')\norder by OrderedAt\ninclude timings()",
    parameters: {},
  },
  {
    title: 'Products whose name starts with…',
    query: "from Products\nwhere startsWith(Name, 'c')\norder by Name",
    parameters: {},
  },
];

/** For a database without the sample data. */
export function exampleFor(collection: string): Example {
  const source = /^[\p{L}_]\w*$/u.test(collection) ? collection : `'${collection}'`;
  return { title: `First documents in ${collection}`, query: `from ${source}\nlimit 50`, parameters: {} };
}
