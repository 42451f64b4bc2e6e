import { expect, it } from 'vitest';
import { freeColour, type ConnectionColour } from './connection-colour.ts';

it('gives connections different default colours, red last', () => {
  const taken: ConnectionColour[] = ['slate'];
  for (let added = 0; added < 5; added++) taken.push(freeColour(taken));
  expect(taken).toEqual(['slate', 'blue', 'violet', 'green', 'amber', 'red']);
  expect(freeColour(taken)).toBe('blue');
});
