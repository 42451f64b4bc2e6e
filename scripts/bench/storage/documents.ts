/** The loaded documents: order-like, about 400 bytes, identical for every server and run. */

const cities = [
  'Lisbon',
  'Porto',
  'Graz',
  'Lyon',
  'Oslo',
  'Cork',
  'Bern',
  'Gdansk',
  'Turin',
  'Malmö',
  'Ghent',
];
const streets = [
  'Harbour Road',
  'Mill Lane',
  'Kirchgasse',
  'Rue du Port',
  'Storgata',
  'Via Roma',
  'Station Street',
];

/** Deterministic pseudo-random numbers. */
const mixed = (number: number, salt: number): number => {
  let bits = Math.imul(number ^ (salt * 0x9e3779b1), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return (bits ^ (bits >>> 16)) >>> 0;
};

export const idOf = (number: number): string => `orders/${number}`;

export function order(number: number): Record<string, unknown> {
  const pick = (salt: number, of: number): number => mixed(number, salt) % of;
  return {
    Company: `companies/${pick(1, 977)}-A`,
    Employee: `employees/${pick(2, 9)}-A`,
    OrderedAt: new Date(1_700_000_000_000 + mixed(number, 3)).toISOString().replace('Z', '0000Z'),
    Freight: pick(4, 100_000) / 100,
    ShipTo: {
      Line1: `${pick(5, 300)} ${streets[pick(6, streets.length)] ?? ''}`,
      City: cities[pick(7, cities.length)],
      PostalCode: String(10_000 + pick(8, 89_999)),
    },
    Lines: [
      { Product: `products/${pick(9, 77)}-A`, Quantity: pick(10, 50), PricePerUnit: pick(11, 9000) / 100 },
      { Product: `products/${pick(12, 77)}-A`, Quantity: pick(13, 50), PricePerUnit: pick(14, 9000) / 100 },
    ],
    '@metadata': { '@collection': 'Orders' },
  };
}

/** An order with a shipping location: points all over Europe. */
function orderWithLocation(number: number): Record<string, unknown> {
  const { ShipTo, ...rest } = order(number);
  const Location = {
    Latitude: 36 + (mixed(number, 15) % 24_000) / 1000,
    Longitude: -9 + (mixed(number, 16) % 33_000) / 1000,
  };
  return { ...rest, ShipTo: { ...(ShipTo as object), Location } };
}

/** The kinds of documents of a load. */
export const documents = { orders: order, 'placed-orders': orderWithLocation };
export type Documents = keyof typeof documents;

/** One item of a bulk insert. */
export const bulkItem = (number: number, of: Documents): string =>
  JSON.stringify({ Id: idOf(number), Type: 'PUT', Document: documents[of](number) });
