import { expect, it } from 'vitest';
import { PieceInbox } from './piece-inbox.ts';

it('holds one piece until the reader takes the next', async () => {
  const inbox = new PieceInbox(4);
  const reader = inbox.pieces()[Symbol.asyncIterator]();
  let taken = false;
  const first = inbox.push(0, Buffer.from('ab')).then((wanted) => {
    taken = true;
    return wanted;
  });
  expect((await reader.next()).value).toEqual(Buffer.from('ab'));
  await Promise.resolve();
  expect(taken).toBe(false);
  await expect(inbox.push(9, Buffer.from('x'))).rejects.toThrow('out of order');
  const next = reader.next();
  expect(await first).toBe(true);
  const last = inbox.push(2, Buffer.from('cd'));
  expect((await next).value).toEqual(Buffer.from('cd'));
  expect((await reader.next()).done).toBe(true);
  await last;
  expect(await inbox.push(4, Buffer.from('e'))).toBe(false);
});

it('releases a waiting page and fails its reader when it is ended early', async () => {
  const inbox = new PieceInbox(4);
  const pushed = inbox.push(0, Buffer.from('ab'));
  inbox.end();
  expect(await pushed).toBe(false);
  await expect(inbox.pieces().next()).rejects.toMatchObject({ code: 'cancelled' });
});

it('releases the page when the reader stops at a piece', async () => {
  const inbox = new PieceInbox(4);
  const pushed = inbox.push(0, Buffer.from('ab'));
  for await (const piece of inbox.pieces()) {
    expect(piece).toEqual(Buffer.from('ab'));
    break;
  }
  expect(await pushed).toBe(false);
});

it('is complete at once for an empty file', async () => {
  expect((await new PieceInbox(0).pieces().next()).done).toBe(true);
});
