import { expect, test } from 'vitest';
import { readOptions } from './options.ts';

test('takes every screen in three sizes and both themes unless options restrict it', () => {
  expect(readOptions([], {})).toEqual({
    only: undefined,
    sizes: [
      { width: 1024, height: 700 },
      { width: 1440, height: 900 },
      { width: 1920, height: 1080 },
    ],
    themes: ['light', 'dark'],
    screens: undefined,
    ravendb: undefined,
  });
  const args = ['--only', 'screens', '--sizes', '800x600', '--themes', 'dark', '--screens', 'query,plan'];
  expect(readOptions(args, { ROOKERY_TEST_RAVENDB_URL: 'http://db:8080' })).toEqual({
    only: 'screens',
    sizes: [{ width: 800, height: 600 }],
    themes: ['dark'],
    screens: ['query', 'plan'],
    ravendb: 'http://db:8080',
  });
});

test('prefers the address of the option, and refuses values that it does not know', () => {
  expect(readOptions(['--ravendb', 'http://a'], { ROOKERY_TEST_RAVENDB_URL: 'http://b' }).ravendb).toBe(
    'http://a',
  );
  expect(() => readOptions(['--sizes', 'large'], {})).toThrow('"large" is no size such as 1440x900.');
  expect(() => readOptions(['--themes', 'blue'], {})).toThrow('A theme is "light" or "dark", not "blue".');
  expect(() => readOptions(['--only', 'some'], {})).toThrow('--only is "pictures" or "screens", not "some".');
});
