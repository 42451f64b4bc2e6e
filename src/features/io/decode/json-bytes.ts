/**
 * A streaming JSON tokenizer over bytes: a recording of a million events is 200 MB of text, too large for one
 * string. Reports each token to a sink and builds no objects.
 */
export interface JsonSink {
  beginObject(): void;
  endObject(): void;
  beginArray(): void;
  endArray(): void;
  /** The raw bytes between the quotes; `escaped` when they contain a backslash. */
  key(bytes: Uint8Array, from: number, to: number, escaped: boolean): void;
  string(bytes: Uint8Array, from: number, to: number, escaped: boolean): void;
  number(bytes: Uint8Array, from: number, to: number): void;
  /** true, false or null. */
  literal(): void;
}

export class JsonSyntaxError extends Error {
  override readonly name = 'NotJson';
}

/** Deeper than any recording; stops files built to exhaust memory. */
const MAX_DEPTH = 200;
/** Longer than any string or number of a recording. */
const MAX_TOKEN_BYTES = 1 << 20;

const [VALUE, FIRST_ITEM, FIRST_KEY, KEY, COLON, AFTER, END] = [0, 1, 2, 3, 4, 5, 6];

export class JsonBytes {
  private readonly sink: JsonSink;
  private rest = new Uint8Array(0);
  private expects = VALUE;
  /** For each open bracket, whether it is an object. */
  private readonly open: boolean[] = [];
  private consumed = 0;

  constructor(sink: JsonSink) {
    this.sink = sink;
  }

  /** Processes the next bytes; call `finish` after the last ones. */
  feed(chunk: Uint8Array): void {
    let bytes = chunk;
    if (this.rest.length > 0) {
      bytes = new Uint8Array(this.rest.length + chunk.length);
      bytes.set(this.rest);
      bytes.set(chunk, this.rest.length);
    }
    const read = this.read(bytes, false);
    this.consumed += read;
    this.rest = bytes.slice(read);
    if (this.rest.length > MAX_TOKEN_BYTES) throw this.problem('a string or number longer than 1 MB', read);
  }

  finish(): void {
    const read = this.read(this.rest, true);
    this.consumed += read;
    if (this.expects !== END) throw this.problem('an unexpected end of file', 0);
  }

  /** Returns the number of consumed bytes; a token that can continue in the next chunk is not consumed. */
  private read(bytes: Uint8Array, last: boolean): number {
    const { length } = bytes;
    let at = 0;
    if (this.consumed === 0 && bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) at = 3;
    while (at < length) {
      const byte = bytes[at] ?? 0;
      if (byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09) {
        at++;
      } else if (byte === 0x22) {
        const end = this.stringEnd(bytes, at + 1);
        if (end === -1) {
          if (last) throw this.problem('a string without a closing quote', at);
          return at;
        }
        this.onString(bytes, at + 1, end);
        at = end + 1;
      } else if (byte === 0x2d || (byte >= 0x30 && byte <= 0x39)) {
        let end = at + 1;
        while (end < length && isOfNumber(bytes[end] ?? 0)) end++;
        if (end === length && !last) return at;
        this.value(at);
        this.sink.number(bytes, at, end);
        at = end;
      } else if (byte >= 0x61 && byte <= 0x7a) {
        let end = at + 1;
        while (end < length && (bytes[end] ?? 0) >= 0x61 && (bytes[end] ?? 0) <= 0x7a) end++;
        if (end === length && !last) return at;
        const word = String.fromCharCode(...bytes.subarray(at, Math.min(end, at + 8)));
        if (word !== 'true' && word !== 'false' && word !== 'null')
          throw this.problem(`the literal "${word}"`, at);
        this.value(at);
        this.sink.literal();
        at = end;
      } else {
        this.punctuation(byte, at);
        at++;
      }
    }
    return at;
  }

  private stringEnd(bytes: Uint8Array, from: number): number {
    this.sawEscape = false;
    for (let at = from; at < bytes.length; at++) {
      const byte = bytes[at] ?? 0;
      if (byte === 0x22) return at;
      if (byte === 0x5c) {
        this.sawEscape = true;
        at++;
      } else if (byte < 0x20) throw this.problem('a control character in a string', at);
    }
    return -1;
  }
  private sawEscape = false;

  private onString(bytes: Uint8Array, from: number, to: number): void {
    if (this.expects === KEY || this.expects === FIRST_KEY) {
      this.sink.key(bytes, from, to, this.sawEscape);
      this.expects = COLON;
    } else {
      this.value(from);
      this.sink.string(bytes, from, to, this.sawEscape);
    }
  }

  private punctuation(byte: number, at: number): void {
    const { expects, sink } = this;
    if (byte === 0x2c && expects === AFTER) {
      this.expects = this.open.at(-1) === true ? KEY : VALUE;
    } else if (byte === 0x3a && expects === COLON) {
      this.expects = VALUE;
    } else if (byte === 0x7b || byte === 0x5b) {
      this.value(at);
      if (this.open.length >= MAX_DEPTH) throw this.problem(`more than ${MAX_DEPTH} levels of nesting`, at);
      this.open.push(byte === 0x7b);
      this.expects = byte === 0x7b ? FIRST_KEY : FIRST_ITEM;
      if (byte === 0x7b) sink.beginObject();
      else sink.beginArray();
    } else if (byte === 0x7d && this.open.at(-1) === true && (expects === AFTER || expects === FIRST_KEY)) {
      this.close();
      sink.endObject();
    } else if (byte === 0x5d && this.open.at(-1) === false && (expects === AFTER || expects === FIRST_ITEM)) {
      this.close();
      sink.endArray();
    } else throw this.problem(`an unexpected "${String.fromCharCode(byte)}"`, at);
  }

  /** A value starts here. */
  private value(at: number): void {
    if (this.expects !== VALUE && this.expects !== FIRST_ITEM) throw this.problem('an unexpected value', at);
    this.expects = this.open.length === 0 ? END : AFTER;
  }

  private close(): void {
    this.open.pop();
    this.expects = this.open.length === 0 ? END : AFTER;
  }

  private problem(what: string, at: number): JsonSyntaxError {
    return new JsonSyntaxError(
      `invalid JSON: found ${what} at byte ${(this.consumed + at).toLocaleString('en')}`,
    );
  }
}

const isOfNumber = (byte: number): boolean =>
  (byte >= 0x30 && byte <= 0x39) ||
  byte === 0x2e ||
  byte === 0x2d ||
  byte === 0x2b ||
  byte === 0x65 ||
  byte === 0x45;

const decoder = new TextDecoder();

/** The text of a string token. A token with escapes uses JSON.parse. */
export function textOf(bytes: Uint8Array, from: number, to: number, escaped: boolean): string {
  const raw = decoder.decode(bytes.subarray(from, to));
  if (!escaped) return raw;
  const text: unknown = JSON.parse(`"${raw}"`);
  return typeof text === 'string' ? text : raw;
}

/** Parses plain decimals; longer ones or exponents use the general parser; NaN for an invalid number. */
export function numberOf(bytes: Uint8Array, from: number, to: number): number {
  let at = from;
  const negative = bytes[at] === 0x2d;
  if (negative) at++;
  let value = 0;
  let scale = 1;
  let point = false;
  if (to - from > 15 || at === to) return Number(decoder.decode(bytes.subarray(from, to)));
  for (; at < to; at++) {
    const byte = bytes[at] ?? 0;
    if (byte >= 0x30 && byte <= 0x39) {
      value = value * 10 + (byte - 0x30);
      if (point) scale *= 10;
    } else if (byte === 0x2e && !point) point = true;
    else return Number(decoder.decode(bytes.subarray(from, to)));
  }
  return (negative ? -value : value) / scale;
}
