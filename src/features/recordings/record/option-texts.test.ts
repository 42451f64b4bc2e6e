import { expect, it } from 'vitest';
import { newDraft } from './draft.ts';
import { changedOptions, hasOptionProblem } from './option-texts.ts';

const draft = newDraft('server');
const trigger = { id: 1, kind: 'cpu', value: '90' } as const;

it('names the options that differ from the defaults', () => {
  expect(changedOptions(draft)).toEqual([]);
  expect(
    changedOptions({
      ...{ ...draft, triggers: [trigger], logLevel: 'Off', maxMegabytes: '16' },
      ...{ requests: 'none', mostPerSecond: '50', note: 'why' },
    }),
  ).toEqual(['1 trigger', 'no log lines', '16 MB', 'no requests', '50 messages per second', 'note']);
  // Its triggers are always shown.
  expect(changedOptions({ ...draft, length: 'last', triggers: [trigger] })).toEqual([]);
});

it('finds problems of these fields only', () => {
  const none = { triggers: new Map<number, string>() };
  const ofTrigger = { triggers: new Map([[1, 'Enter a number.']]) };
  expect(hasOptionProblem({ ...none, minutes: 'Enter a number.' }, draft)).toBe(false);
  expect(hasOptionProblem({ ...none, note: 'Too long.' }, draft)).toBe(true);
  expect(hasOptionProblem(ofTrigger, draft)).toBe(true);
  expect(hasOptionProblem(ofTrigger, { length: 'last' })).toBe(false);
});
