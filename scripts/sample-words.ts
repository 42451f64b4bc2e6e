/** The word lists of the sample shop. Cities are real, so that maps look right; everything else is fictional. */
export interface City {
  readonly name: string;
  readonly region: string;
  readonly country: string;
  readonly lat: number;
  readonly lng: number;
}

const city = (name: string, region: string, country: string, lat: number, lng: number): City => ({
  name,
  region,
  country,
  lat,
  lng,
});

export const cities: readonly City[] = [
  city('Lisbon', 'Lisboa', 'Portugal', 38.7223, -9.1393),
  city('Gdańsk', 'Pomorskie', 'Poland', 54.352, 18.6466),
  city('Bergen', 'Vestland', 'Norway', 60.3913, 5.3221),
  city('Ghent', 'Oost-Vlaanderen', 'Belgium', 51.0543, 3.7174),
  city('Porto', 'Porto', 'Portugal', 41.1579, -8.6291),
  city('Graz', 'Steiermark', 'Austria', 47.0707, 15.4395),
  city('Turku', 'Varsinais-Suomi', 'Finland', 60.4518, 22.2666),
  city('Bilbao', 'Euskadi', 'Spain', 43.263, -2.935),
  city('Leeds', 'West Yorkshire', 'United Kingdom', 53.8008, -1.5491),
  city('Trieste', 'Friuli-Venezia Giulia', 'Italy', 45.6495, 13.7768),
  city('Brno', 'Jihomoravský', 'Czechia', 49.1951, 16.6068),
  city('Aarhus', 'Midtjylland', 'Denmark', 56.1629, 10.2039),
  city('Lyon', 'Auvergne-Rhône-Alpes', 'France', 45.764, 4.8357),
  city('Halifax', 'Nova Scotia', 'Canada', 44.6488, -63.5752),
  city('Portland', 'Oregon', 'USA', 45.5152, -122.6784),
  city('Valparaíso', 'Valparaíso', 'Chile', -33.0472, -71.6127),
  city('Hobart', 'Tasmania', 'Australia', -42.8821, 147.3272),
  city('Kanazawa', 'Ishikawa', 'Japan', 36.5613, 136.6562),
];

export const streets = [
  'Harbour Road',
  'Mill Lane',
  'Rua das Flores',
  'Lindenweg',
  'Canal Street',
  'Station Square',
  'Ropewalk',
  'Old Quay',
  'Via del Porto',
  'Orchard Hill',
];

export const categories: readonly (readonly [string, string])[] = [
  ['Hot Drinks', 'Coffees, teas, cocoa and what goes into them'],
  ['Cold Drinks', 'Juices, cordials, ciders and mineral waters'],
  ['Bakery', 'Breads, crispbreads, pastries and biscuits'],
  ['Dairy', 'Cheeses, butters, yoghurts and creams'],
  ['Preserves', 'Jams, pickles, honeys and chutneys'],
  ['From the Sea', 'Smoked, tinned and dried fish, seaweed and salt'],
  ['Pantry', 'Grains, pulses, oils, vinegars and spices'],
  ['Sweets', 'Chocolates, nougats, liquorice and candied fruit'],
];

/** Name, category (index), lowest price, quantity per unit. */
export const products: readonly (readonly [string, number, number, string])[] = [
  ['Rook Mountain Espresso', 0, 14, '12 bags of 500 g'],
  ['Harbour Breakfast Tea', 0, 9, '20 boxes of 50 bags'],
  ['Smoked Chai', 0, 11, '10 tins of 200 g'],
  ['Dark Drinking Cocoa', 0, 8, '12 tins of 250 g'],
  ['Chicory Coffee', 0, 6, '12 bags of 250 g'],
  ['Mountain Mint Tea', 0, 7, '20 boxes of 40 bags'],
  ['Cloudy Apple Juice', 1, 12, '24 bottles of 750 ml'],
  ['Elderflower Cordial', 1, 15, '12 bottles of 500 ml'],
  ['Dry Orchard Cider', 1, 18, '24 bottles of 330 ml'],
  ['Sparkling Spring Water', 1, 5, '24 bottles of 500 ml'],
  ['Ginger Beer', 1, 13, '24 bottles of 330 ml'],
  ['Blackcurrant Shrub', 1, 16, '12 bottles of 500 ml'],
  ['Rye Crispbread', 2, 7, '24 packets of 275 g'],
  ['Sea Salt Crackers', 2, 9, '24 packets of 150 g'],
  ['Almond Biscotti', 2, 12, '16 boxes of 200 g'],
  ['Sourdough Loaf, Part Baked', 2, 15, '10 loaves of 800 g'],
  ['Cardamom Rusks', 2, 8, '20 packets of 225 g'],
  ['Oat and Honey Shortbread', 2, 10, '16 boxes of 180 g'],
  ['Cave Aged Gouda', 3, 42, '4 wheels of 2 kg'],
  ['Alpine Hard Cheese', 3, 55, '2 wheels of 4 kg'],
  ['Cultured Butter', 3, 21, '20 pieces of 250 g'],
  ['Goat Cheese in Ash', 3, 33, '12 pieces of 180 g'],
  ['Skyr, Plain', 3, 14, '12 tubs of 500 g'],
  ['Clotted Cream', 3, 19, '12 jars of 170 g'],
  ['Bitter Orange Marmalade', 4, 13, '12 jars of 340 g'],
  ['Heather Honey', 4, 24, '12 jars of 400 g'],
  ['Green Tomato Chutney', 4, 11, '12 jars of 280 g'],
  ['Pickled Walnuts', 4, 16, '12 jars of 300 g'],
  ['Rowan Jelly', 4, 12, '12 jars of 225 g'],
  ['Fermented Beetroot', 4, 10, '12 jars of 450 g'],
  ['Hot Smoked Mackerel', 5, 27, '10 packs of 250 g'],
  ['Sardines in Olive Oil', 5, 19, '24 tins of 125 g'],
  ['Cured Herring with Dill', 5, 17, '12 jars of 400 g'],
  ['Dried Dulse', 5, 15, '20 packs of 40 g'],
  ['Flake Sea Salt', 5, 9, '24 boxes of 250 g'],
  ['Crab Bisque', 5, 23, '12 jars of 500 g'],
  ['Cold Pressed Rapeseed Oil', 6, 20, '12 bottles of 500 ml'],
  ['Sherry Vinegar', 6, 18, '12 bottles of 250 ml'],
  ['Pearl Barley', 6, 6, '20 bags of 500 g'],
  ['Puy Style Lentils', 6, 9, '20 bags of 500 g'],
  ['Smoked Paprika', 6, 14, '24 tins of 75 g'],
  ['Wild Rice Blend', 6, 16, '16 bags of 400 g'],
  ['Whole Grain Mustard', 6, 8, '12 jars of 200 g'],
  ['Buckwheat Noodles', 6, 11, '24 packets of 250 g'],
  ['Sea Salt Caramels', 7, 17, '20 boxes of 150 g'],
  ['Single Estate Chocolate 74 %', 7, 22, '24 bars of 90 g'],
  ['Honey Nougat', 7, 19, '16 boxes of 200 g'],
  ['Salted Liquorice', 7, 12, '24 bags of 120 g'],
  ['Candied Orange Peel', 7, 15, '12 tubs of 250 g'],
  ['Marzipan Pears', 7, 20, '12 boxes of 180 g'],
];

export const shippers: readonly (readonly [string, string])[] = [
  ['Tern Express', '+00 555 010 221'],
  ['Overland & Sons', '+00 555 017 640'],
  ['Harbour Line Freight', '+00 555 013 388'],
  ['Pack Mule Couriers', '+00 555 019 004'],
];

export const people: readonly (readonly [string, string, string])[] = [
  ['Maren', 'Solheim', 'Head of Sales'],
  ['Tomasz', 'Wierzba', 'Sales Manager'],
  ['Inês', 'Carvalho', 'Sales Manager'],
  ['Oskar', 'Lindqvist', 'Sales Representative'],
  ['Beatrix', 'Haas', 'Sales Representative'],
  ['Yusuf', 'Demir', 'Sales Representative'],
  ['Noor', 'van Dijk', 'Account Manager'],
  ['Elio', 'Ferrante', 'Account Manager'],
  ['Aoife', 'Brennan', 'Inside Sales Coordinator'],
  ['Kenji', 'Morita', 'Sales Representative'],
  ['Paula', 'Etxeberria', 'Customer Care'],
];

export const notes = [
  'Speaks three languages and is learning a fourth.',
  'Keeps the trade fair calendar.',
  'Trained as a cheesemaker before joining sales.',
  'Prefers the telephone to e-mail.',
  'Runs the tasting room on Fridays.',
  'Knows every harbour master on the coast.',
];

export const firstNames = [
  'Lena',
  'Marco',
  'Sofie',
  'Piotr',
  'Clara',
  'Henrik',
  'Amara',
  'Jonas',
  'Mireille',
  'Dario',
  'Eun-ji',
  'Rafael',
];
export const lastNames = [
  'Novak',
  'Keller',
  'Moreau',
  'Silva',
  'Jansen',
  'Korhonen',
  'Okafor',
  'Bianchi',
  'Larsen',
  'Novotná',
  'Tanaka',
  'Rojas',
];
export const contactTitles = ['Owner', 'Buyer', 'Head Chef', 'Purchasing Manager', 'Store Manager'];
export const companyFirst = [
  'Blue Door',
  'Copper Kettle',
  'Three Herons',
  'North Pier',
  'Stone Bridge',
  'Little Owl',
  'Salt & Thyme',
  'Red Lantern',
  'Wild Fennel',
  'Corner',
  'Lighthouse',
  'Juniper',
  'Black Swan',
  'Market Row',
];
export const companySecond = [
  'Delicatessen',
  'Pantry',
  'Bistro',
  'Trading',
  'Provisions',
  'Market',
  'Kitchen',
  'Grocers',
  'Café',
  'Foods',
];
