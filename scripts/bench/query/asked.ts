/** The queries that are timed, all answered by one automatic index over five fields. */

/** Makes the index: every field that the others ask for. */
export const building =
  "from Orders where Company = 'x' and Freight > 1 and ShipTo.City = 'x' and Employee = 'x' order by OrderedAt limit 0";

export const asked: Readonly<Record<string, string>> = {
  term: "from Orders where Company = 'companies/7-A' limit 10",
  and: "from Orders where ShipTo.City = 'Oslo' and Employee = 'employees/3-A' limit 10",
  in: "from Orders where Company in ('companies/1-A', 'companies/2-A', 'companies/3-A') limit 10",
  'range-all': 'from Orders where Freight >= 0 limit 10',
  // With a point: RavenDB compares a whole number with the part before the point (SEMANTICS.md).
  range: 'from Orders where Freight between 100.0 and 101.0 limit 10',
  'order-by': 'from Orders order by Freight as double desc limit 50',
  'starts-with': "from Orders where startsWith(Company, 'companies/77') limit 10",
};
