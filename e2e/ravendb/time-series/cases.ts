/** The documents, time series and queries of the comparison. */

type Entry = readonly [time: string, values: readonly number[], tag: string | null];

export interface Series {
  readonly id: string;
  readonly name: string;
  readonly entries: readonly Entry[];
}

export const documents: readonly (readonly [collection: string, document: Record<string, unknown>])[] = [
  ['Users', { Id: 'users/1', Name: 'Ann', Age: 30, Friend: 'users/2' }],
  ['Users', { Id: 'users/2', Name: 'Bob', Age: 20, Friend: 'users/1' }],
  ['Users', { Id: 'users/3', Name: 'Eve', Age: 40, Friend: null }],
  ['Watches', { Id: 'watches/a', Make: 'A', Precision: 1.5 }],
  ['Watches', { Id: 'watches/b', Make: 'B', Precision: 2.5 }],
];

const minutes = Array.from({ length: 10 }, (_, minute): Entry => {
  const values = minute === 7 ? [67] : [60 + minute, minute * 1.5];
  return [`2024-01-01T00:0${minute}:00.0000000Z`, values, minute % 3 === 0 ? 'watches/b' : 'watches/a'];
});

export const series: readonly Series[] = [
  {
    id: 'users/1',
    name: 'HeartRate',
    entries: [
      ...minutes,
      ['2024-01-01T03:00:30.5000000Z', [100, -5.25], null],
      ['2024-01-02T10:00:00.0000000Z', [71, 3], 'watches/a'],
      ['2024-02-10T10:00:00.0000000Z', [72, 4], 'watches/a'],
      ['2024-05-10T10:00:00.0000000Z', [73, 5], 'nothing/1'],
    ],
  },
  {
    id: 'users/2',
    name: 'HeartRate',
    entries: [
      ['2024-01-01T00:02:00.0000000Z', [80], 'watches/b'],
      ['2024-01-01T01:02:00.0000000Z', [90], null],
    ],
  },
  { id: 'users/2', name: 'Steps', entries: [['2024-01-01T00:00:00.0000000Z', [5, 6, 7], null]] },
  {
    id: 'users/2',
    name: 'Gaps',
    entries: [
      ['2024-01-01T00:00:10.0000000Z', [1, 10], 'watches/a'],
      ['2024-01-01T00:00:20.0000000Z', [2], 'watches/b'],
      ['2024-01-01T00:02:30.0000000Z', [5, 6, 7], 'watches/a'],
      // Not shorter than the frame before: a server mixes up their positions when it interpolates.
      ['2024-01-01T00:06:30.0000000Z', [9, 8, 7.5], 'watches/a'],
      ['2024-01-01T00:06:31.0000000Z', [11, 3, 2], null],
    ],
  },
  {
    id: 'users/2',
    name: 'Long Name',
    entries: ['2001-02', '2005-08', '2010-05', '2016-12', '2024-11', '2025-02', '2025-12', '2026-07'].map(
      (month): Entry => [`${month}-05T00:00:00.0000000Z`, [1], null],
    ),
  },
];

export const parameters = {
  from: '2024-01-01T00:02:00.0000000Z',
  to: '2024-01-01T00:05:00.0000000Z',
  most: 65,
  name: 'HeartRate',
  frame: '1 hour',
  factor: 2,
  shift: '01:00',
  half: 50,
};

const frames = [
  ...[
    '1h',
    '1 month',
    '2 quarters',
    '5 quarters',
    '5 months',
    '13 months',
    '30 months',
    '3 years',
    '24 months',
  ],
  ...['11 days', '7 hours', '100 days', '1000 ms', '1 q', '2 y', '90 s', '15 min'],
];
const interpolations = ['linear', 'nearest', 'last', 'next'];

/** What is inside `timeseries(…)`, of the user of the first row. */
const ofAnn = [
  'from u.HeartRate',
  'from HeartRate',
  "from 'heartrate'",
  'from u.Nothing',
  'from u.Nothing select max()',
  'from $name select max()',
  "from u.HeartRate between '2024-01-01T00:02:00' and '2024-01-01T00:04:00'",
  "from u.HeartRate between '2024-01-01T00:02' and '2024-01-01T00:04' select max()",
  "from u.HeartRate between '2024-01-01T00:02' and '2024-01-01T00:04:30' select max(), first()",
  "from u.HeartRate between '2024-01-01T00:00:00.500' and '2024-01-01T00:02:00.0000000Z' select min()",
  "from u.HeartRate between '2025' and '2024'",
  "from u.HeartRate between '2024-03' and '2024-04' select max()",
  'from u.HeartRate between $from and $to select max() as Top',
  'from u.HeartRate last 2 months',
  "from u.HeartRate last '1 month' select max() as Top",
  'from u.HeartRate first 5 min',
  'from u.HeartRate first 3 h select max()',
  'from u.HeartRate last 0 s',
  'from u.HeartRate select max()',
  'from u.HeartRate select max(), max()',
  'from u.HeartRate select first(), last(), sum(), avg(), min(), max(), stddev(), percentile(90), count()',
  "from u.HeartRate group by '1 day' select percentile(50), stddev(), slope(), sum(), last(), average()",
  'from u.HeartRate select percentile($half), max(Value), percentile(99.5) as P',
  "from u.HeartRate where Tag = 'watches/b' group by '1 hour' select avg(), count(), max() as M",
  "from u.HeartRate where Values[1] > 4 and not (Tag = 'watches/b') or Tag in ('nothing/1')",
  'from u.HeartRate where Values[1] between 4 and 6',
  'from u.HeartRate where Values[1] = null',
  'from u.HeartRate where Values[1] != 3',
  'from u.HeartRate where Value in (61, 62.0, 100)',
  "from u.HeartRate where Timestamp >= '2024-01-02'",
  'from u.HeartRate where timestamp > $to',
  'from u.HeartRate where Tag = null',
  "from u.HeartRate where Tag = 'WATCHES/A'",
  "from u.HeartRate where Value = '60'",
  'from u.HeartRate where Tag != null and Value <> 70 and Value < $most',
  'from u.HeartRate where Tag = 3',
  'from u.HeartRate load Tag as w where w.Precision > 2',
  'from u.HeartRate load Tag as w where w.Make = null',
  "from u.HeartRate load Tag as w where w.Precision > 2 group by '1 day', w.Make select max(), count()",
  "from u.HeartRate group by '1 day', Tag select max()",
  "from u.HeartRate where Tag != null group by '1 day', Tag with interpolation(last) select max()",
  'from u.HeartRate group by $frame select max()',
  "from u.HeartRate where Value > 69 scale 10 offset '02:00'",
  "from u.HeartRate where Value > 69 group by '1 day' select max(), count() scale 10 offset '02:30'",
  'from u.HeartRate scale $factor offset $shift',
  'from u.HeartRate select min(), max(), avg(), stddev(), percentile(50), sum(), first(), last() scale -1',
  "from u.HeartRate between '2024-01-01T00:00:10' and '2024-01-01T00:03' select max() offset '02:00'",
];

/** Of the other user, whose series have gaps. */
const ofBob = [
  ...frames.map((frame) => `from u.'Long Name' group by '${frame}' select count()`),
  ...interpolations.flatMap((kind) => [
    `from u.Gaps group by 1 minute with interpolation(${kind}) select count(), max(), last(), avg(), slope()`,
    `from u.Gaps where Tag != null group by '1 minute', Tag with interpolation(${kind}) select count(), max()`,
  ]),
  'from u.Gaps group by 1 minute select slope() scale 2',
  'from u.Gaps group by 1 minute',
];

export const queries: readonly string[] = [
  ...ofAnn.map((inside) => `from Users as u where id() = 'users/1' select timeseries(${inside})`),
  ...ofBob.map(
    (inside) => `from Users as u where id() = 'users/2' select timeseries(${inside}) as T, u.Name`,
  ),
  'from Users as u order by id() select u.Name as N, timeseries(from u.HeartRate select max()), id()',
  'from Users as u order by id() select timeseries(from u.HeartRate), timeseries(from u.Steps) as S',
  "from Users as u where u.Age > 15 order by id() select timeseries(from u.HeartRate group by '1 day')",
  "from Users as u where id() = 'users/1' load u.Friend as f select timeseries(from f.HeartRate), u.Name",
  "declare timeseries f(u, a) { from u.HeartRate between a and '2024-01-01T00:05' where u.Age > 10 select max() }\n" +
    "from Users as u order by id() select f(u, '2024-01-01T00:01') as x, u.Name",
  "declare timeseries f(u) { from u.HeartRate select max() } from Users as u where id() = 'users/1' select f(u)",
  "declare timeseries f(n) { from n select max() } from Users as u where id() = 'users/1' select f('HeartRate')",
  'declare timeseries f(u, x) { from u.HeartRate where Value < x select count() } from Users as u order by id() select f(u, 65), u.Name',
  'declare timeseries f(u) { from u.HeartRate select max() }\n' +
    'declare function g(u) { var x = f(u); return { C: x.Count, R: x.Results } }\n' +
    'from Users as u order by id() select g(u)',
  'declare timeseries f(u) { from u.HeartRate where Value > 80 }\n' +
    'from Users as u order by id() select { A: f(u), N: u.Name, C: f(null) }',
  "from Users as u where id() = 'users/1' select { A: timeseries(u, 'HeartRate').get('2024-01-02', '2024-05-01'), S: timeseries(u, 'HeartRate').getStats(), N: timeseries('users/2', 'Steps').get(), M: timeseries(u, 'nope').get(), T: timeseries(u, 'nope').getStats() }",
  "from Users as u order by id() include timeseries('HeartRate', '2024-01-01T00:02:00', null)",
  "from Users as u order by id() include timeseries('HeartRate', last(2))",
  "from Users as u order by id() include timeseries('HeartRate', last(2, 'minutes')), timeseries('Steps', null, null)",
  "from Users as u where id() = 'users/2' include timeseries(last(1))",
  "from Users as u where id() = 'users/1' include timeseries(u.Friend, 'Gaps', '2024-01-01T00:06:30', null)",
  "from Users as u where id() = 'users/1' include timeseries(u, 'HeartRate', '2024-02-01T00:00:00', null)",
  "from Users as u where id() = 'users/1' load u.Friend as f include timeseries(f, 'Gaps', '2024-01-01T00:06:30', null)",
  "from Users as u where id() = 'users/1' select u.Name include timeseries('HeartRate', last(1))",
];

const steps = "timeseries(from Steps group by '1 day' select max())";

/** The users have different heart rates, and two of them equal (no) steps. */
export const distinct: readonly string[] = [
  'from Users as u order by id() select distinct timeseries(from u.HeartRate)',
  'from Users order by id() select distinct timeseries(from Nothing select max())',
  'from Users order by id() select distinct timeseries(from Nothing)',
  `from Users order by id() select distinct ${steps}`,
  `from Users order by id() select distinct ${steps} as S`,
  `from Users order by id() select distinct ${steps} as S, Name`,
  `from Users order by id() select distinct ${steps} as S, id()`,
  `from Users order by id() select distinct Friend, ${steps} as S`,
  `from Users order by id() select distinct ${steps} as S, ${steps} as T limit 1`,
  `from Users order by id() select distinct ${steps} as S limit 1, 1`,
  `from Users order by id() select distinct ${steps} as S limit 1, 5`,
  `from Users order by id() select distinct ${steps} as S limit 2, 5`,
  `from Users order by id() select distinct ${steps} as S limit 3, 5`,
  `from Users order by id() select distinct ${steps} as S limit 5, 5`,
  `from Users order by id() desc select distinct ${steps} as S`,
  `from Users order by Age select distinct ${steps} as S`,
  `from Users order by Age desc select distinct ${steps} as S limit 1, 1`,
  `from Users where Age > 15 order by Age select distinct ${steps} as S`,
  `from Users where id() in ('users/1', 'users/3') select distinct ${steps} as S`,
  `from Users where startsWith(id(), 'users/') select distinct ${steps} as S`,
  `from Users select distinct ${steps} as S`,
  `from @all_docs order by id() select distinct ${steps} as S`,
  'declare timeseries f(u) { from u.Steps select max() } from Users as u order by id() select distinct f(u)',
  'declare timeseries f(u) { from u.Steps select max() } from Users as u order by id() select distinct f(u) as S',
];

/** Refused by both. */
export const refused: readonly string[] = [
  "from u.HeartRate between '2024-01-01T00:02:00Z' and '2024-01-01T00:04:00Z'",
  "from u.HeartRate between null and '2024'",
  'from u.HeartRate select slope()',
  'from u.HeartRate select percentile(101)',
  "from u.HeartRate select percentile('50')",
  'from u.HeartRate select max(), foo()',
  'from u.HeartRate select Max, min()',
  'from u.HeartRate group by 1h select max() limit 3',
  'select max()',
  'from u.HeartRate where Foo > 3',
  'from u.HeartRate where u.Age > 3',
  'from u.HeartRate where Value',
  'from u.HeartRate where true',
  "from u.HeartRate where Value >= '2'",
  "from u.HeartRate where startsWith(Tag, 'w')",
  'from u.HeartRate group by Tag',
  'from u.HeartRate group by 1h, Tag, Tag',
  "from u.HeartRate group by '1 minute', w.Make",
  "from u.HeartRate group by '1 week'",
  "from u.HeartRate group by '1.5 hours'",
  "from u.HeartRate group by '0 hours'",
  "from u.HeartRate group by '-1 hours'",
  'from u.HeartRate scale 0.5 select max()',
  "from u.HeartRate offset '02:00' scale 2",
  'from v.HeartRate',
];
