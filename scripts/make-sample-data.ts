/**
 * Writes assets/sample/shop.json: a small wholesale shop, deterministic (seeded), with ids and structure in RavenDB
 * style. All data is fictional. Run `node scripts/make-sample-data.ts` after changing it and commit the result.
 */
import { writeFile } from 'node:fs/promises';
import { inRoot } from './paths.ts';
import * as words from './sample-words.ts';

const ORDERS = 640;
const COMPANIES = 72;
const FIRST_DAY = Date.UTC(2024, 0, 8);
const DAYS = 660;

/** mulberry32: small, seeded, sufficient for sample data. */
function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

const random = seededRandom(20240108);
const between = (low: number, high: number): number => low + Math.floor(random() * (high - low + 1));
function pick<T>(list: readonly T[]): T {
  const item = list[Math.floor(random() * list.length)];
  if (item === undefined) throw new Error('pick() was given an empty list');
  return item;
}
const money = (low: number, high: number): number => Math.round((low + random() * (high - low)) * 100) / 100;
const day = (offset: number): string =>
  `${new Date(FIRST_DAY + offset * 86_400_000).toISOString().slice(0, 23)}0000Z`;
const dateOnly = (year: number): string =>
  `${year}-${String(between(1, 12)).padStart(2, '0')}-${String(between(1, 28)).padStart(2, '0')}T00:00:00.0000000Z`;

interface SampleDocument {
  Id: string;
  Document: Record<string, unknown>;
}
const documents: SampleDocument[] = [];
function add(collection: string, number: number, body: Record<string, unknown>): string {
  const id = `${collection.toLowerCase()}/${number}-A`;
  documents.push({ Id: id, Document: { ...body, '@metadata': { '@collection': collection } } });
  return id;
}

/** A point near a city centre. */
const near = (city: words.City): { Latitude: number; Longitude: number } => ({
  Latitude: Math.round((city.lat + (random() - 0.5) * 0.08) * 1e5) / 1e5,
  Longitude: Math.round((city.lng + (random() - 0.5) * 0.08) * 1e5) / 1e5,
});
const address = (city: words.City): Record<string, unknown> => ({
  Line1: `${pick(words.streets)} ${between(1, 180)}`,
  Line2: null,
  City: city.name,
  Region: city.region,
  PostalCode: String(between(10000, 99999)),
  Country: city.country,
  Location: near(city),
});

const categories = words.categories.map(([name, description], index) =>
  add('Categories', index + 1, { Name: name, Description: description }),
);

const products = words.products.map(([name, category, low, unit], index) => {
  const price = money(low, low * 1.6);
  const id = add('Products', index + 1, {
    Name: name,
    Category: categories[category],
    QuantityPerUnit: unit,
    PricePerUnit: price,
    UnitsInStock: between(0, 240),
    UnitsOnOrder: random() < 0.2 ? between(10, 80) : 0,
    ReorderLevel: pick([0, 5, 10, 20, 30]),
    Discontinued: random() < 0.08,
  });
  return { id, name, price };
});

const shippers = words.shippers.map(([name, phone], index) => {
  const depots = [pick(words.cities), pick(words.cities), pick(words.cities)];
  return add('Shippers', index + 1, {
    Name: name,
    Phone: phone,
    Locations: depots.map((city) => ({ City: city.name, Country: city.country, ...near(city) })),
  });
});

const employees = words.people.map(([first, last, title], index) => {
  const city = pick(words.cities.slice(0, 4));
  return add('Employees', index + 1, {
    FirstName: first,
    LastName: last,
    Title: title,
    Address: address(city),
    HiredAt: dateOnly(between(2015, 2023)),
    Birthday: dateOnly(between(1964, 1999)),
    HomePhone: `+00 ${between(200, 999)} ${between(100000, 999999)}`,
    Extension: String(between(100, 999)),
    // The first employee is the head; the others report to an earlier one in the list.
    ReportsTo: index === 0 ? null : `employees/${between(1, Math.min(index, 3))}-A`,
    Notes: [pick(words.notes), pick(words.notes)],
    Territories: [...new Set([pick(words.cities).region, pick(words.cities).region])],
  });
});

const companies = Array.from({ length: COMPANIES }, (_, index) => {
  const city = pick(words.cities);
  const name = `${pick(words.companyFirst)} ${pick(words.companySecond)}`;
  const id = add('Companies', index + 1, {
    Name: name,
    ExternalId: name
      .replace(/[^A-Za-z]/g, '')
      .slice(0, 5)
      .toUpperCase(),
    Contact: { Name: `${pick(words.firstNames)} ${pick(words.lastNames)}`, Title: pick(words.contactTitles) },
    Address: address(city),
    Phone: `+00 ${between(200, 999)} ${between(100000, 999999)}`,
    Fax: random() < 0.3 ? `+00 ${between(200, 999)} ${between(100000, 999999)}` : null,
  });
  return { id, city };
});

for (let number = 1; number <= ORDERS; number++) {
  const company = pick(companies);
  const orderedDay = Math.floor((number / ORDERS) * DAYS);
  const shippedAfter = between(1, 14);
  const chosen = new Set(Array.from({ length: between(1, 5) }, () => pick(products)));
  add('Orders', number, {
    Company: company.id,
    Employee: pick(employees),
    OrderedAt: day(orderedDay + random()),
    RequireAt: day(orderedDay + 21),
    // The newest orders are not shipped yet.
    ShippedAt: number > ORDERS - 22 ? null : day(orderedDay + shippedAfter),
    ShipVia: pick(shippers),
    ShipTo: address(company.city),
    Freight: money(2, 180),
    Lines: [...chosen].map((product) => ({
      Product: product.id,
      ProductName: product.name,
      PricePerUnit: product.price,
      Quantity: between(1, 60),
      Discount: pick([0, 0, 0, 0.05, 0.1, 0.15]),
    })),
  });
}

await writeFile(
  inRoot('assets/sample/shop.json'),
  `${JSON.stringify({ name: 'Shop', documents }, null, 0)}\n`,
);
console.log(`${documents.length} documents written to assets/sample/shop.json`);
