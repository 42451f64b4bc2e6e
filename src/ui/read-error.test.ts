import { describe, expect, it } from 'vitest';
import { errorAsText, readError } from './read-error.ts';

describe('readError', () => {
  it('reads an error with a code', () => {
    const error = Object.assign(new Error('Nobody listens there.'), {
      code: 'refused',
      detail: 'ECONNREFUSED',
      retryable: true,
    });
    expect(readError(error)).toEqual({
      code: 'refused',
      message: 'Nobody listens there.',
      detail: 'ECONNREFUSED',
      retryable: true,
    });
  });

  it('reads a server error by status and type', () => {
    const error = Object.assign(new Error('Document changed.'), {
      status: 409,
      type: 'ConcurrencyException',
      detail: '',
    });
    expect(readError(error)).toMatchObject({ code: '409 ConcurrencyException', detail: null });
  });

  it('shows the stack of a programming error', () => {
    expect(readError(new TypeError('x is not a function'))).toMatchObject({
      code: 'TypeError',
      message: 'x is not a function',
    });
    expect(readError(new TypeError('x')).detail).toContain('read-error.test');
  });

  it('shows any other thrown value', () => {
    expect(readError('gone').message).toBe('gone');
    expect(readError({ a: 1 }).message).toBe('{"a":1}');
    expect(readError(undefined).message).toBe('undefined');
  });
});

it('formats everything for a report', () => {
  const error = Object.assign(new Error('Nobody listens there.'), {
    code: 'refused',
    detail: 'ECONNREFUSED',
  });
  expect(errorAsText(error, 'Loading databases')).toBe(
    'Loading databases\n[refused] Nobody listens there.\nECONNREFUSED',
  );
});
