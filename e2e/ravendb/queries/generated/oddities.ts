/**
 * Where RavenDB 7.1.5 contradicts itself, each with the shortest proof, and where the sandbox differs on purpose. Every
 * other difference is a defect.
 */
export interface Oddity {
  readonly reason: string;
  /** The Lucene engine of the same server answers as the sandbox. */
  readonly isRightInLucene: boolean;
  matches(query: string): boolean;
}

export const oddities: readonly Oddity[] = [
  {
    reason:
      "Corax finds the documents without Extra by `Extra != 2` and loses them in `Extra != 2 or No = 12`: an 'or' cannot find less.",
    isRightInLucene: true,
    matches: (query) => query.includes('Extra != ') && query.includes(' or '),
  },
  {
    reason:
      'Corax finds items/14 by `No < 20 and spatial.within(…)` and also by `No < 20 and not (spatial.within(…))`.',
    isRightInLucene: true,
    matches: (query) => query.includes('spatial.within(') && query.includes('not ('),
  },
  {
    reason:
      "Corax leaves out null and missing fields in `not (endsWith(Kind, 'x'))`, and finds them by `not (Kind = 'x')`.",
    isRightInLucene: true,
    matches: (query) => /not \(.*(starts|ends)With\((i\.)?(Kind|Extra)/.test(query),
  },
  {
    reason:
      'Two ends of one side: Corax answers `No <= 3 and No < 14` with everything from 15 on, Lucene with nothing.',
    isRightInLucene: false,
    matches: (query) => /(\S+) <=? \S+ and \1 <=? /.test(query) || /(\S+) >=? \S+ and \1 >=? /.test(query),
  },
];
