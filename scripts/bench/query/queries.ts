/** The measured queries. */
import { mixed, products, words } from './indexes.ts';

/** Answered by one auto-index over five fields. */
const ofFields = {
  term: "from Orders where Company = 'companies/7-A' limit 10",
  and: "from Orders where ShipTo.City = 'Oslo' and Employee = 'employees/3-A' limit 10",
  in: "from Orders where Company in ('companies/1-A', 'companies/2-A', 'companies/3-A') limit 10",
  'range-all': 'from Orders where Freight >= 0 limit 10',
  // With a decimal point: RavenDB compares an integer literal with the integer part (SEMANTICS.md).
  range: 'from Orders where Freight between 100.0 and 101.0 limit 10',
  'order-by': 'from Orders order by Freight as double desc limit 50',
  'starts-with': "from Orders where startsWith(Company, 'companies/77') limit 10",
};

/** Answered by a static index with full-text and spatial fields. */
const ofWords = {
  'full-text': `from index '${words}' where search(Street, 'harbour 17') limit 10`,
  'full-text-and': `from index '${words}' where search(Street, 'mill lane 42', and) limit 10`,
  spatial: `from index '${words}' where spatial.within(Place, spatial.circle(100, 48.2, 16.4)) limit 10`,
  'spatial-wide': `from index '${words}' where spatial.within(Place, spatial.circle(1500, 48.2, 16.4)) limit 10`,
};

/** Answered by indexes of six fields, one of them full-text, and of an array field. */
export const ofMixed = {
  'order-by-mixed': `from index '${mixed}' order by Freight as double desc limit 50`,
  'search-mixed': `from index '${mixed}' where search(Street, 'harbour 17') limit 10`,
  'in-array': `from index '${products}' where Products in ('products/1-A', 'products/2-A', 'products/3-A') limit 10`,
};

export const queries: Readonly<Record<string, string>> = { ...ofFields, ...ofWords, ...ofMixed };
