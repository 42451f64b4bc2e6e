/**
 * A pass over the outer levels of a large JSON text, without a structure of what is inside: a tree of a document of 50
 * megabytes takes seconds and gigabytes. Values that are skipped are checked for their brackets and nothing else.
 */
import { MAX_JSON_DEPTH, closingQuote } from './json-depth.ts';
import { JsonTextError } from './json-text.ts';

/** From this number of characters on, a text is read by its outer levels only. */
export const LARGE_JSON = 5_000_000;

const QUOTE = 0x22;

export class JsonCursor {
  readonly text: string;
  at = 0;

  constructor(text: string, at = 0) {
    this.text = text;
    this.at = at;
    this.#skipSpace();
  }

  /** The first character of the value at the cursor. */
  get opening(): string {
    return this.text.charAt(this.at);
  }

  /** Calls `read` at each value of the object at the cursor; `read` moves behind the value. Throws JsonTextError. */
  eachMember(read: (key: string, keyStart: number) => void): void {
    this.#each('{', '}', () => {
      const keyStart = this.at;
      if (this.text.charCodeAt(keyStart) !== QUOTE) this.#fail('expected a property name in double quotes.');
      this.#skipString();
      const key = this.text.slice(keyStart + 1, this.at - 1);
      this.#skipSpace();
      if (this.text[this.at] !== ':') this.#fail('expected ":" after a property name.');
      this.at++;
      this.#skipSpace();
      read(key.includes('\\') ? String(JSON.parse(`"${key}"`)) : key, keyStart);
    });
  }

  /** The same for the items of an array. */
  eachItem(read: () => void): void {
    this.#each('[', ']', read);
  }

  skipValue(): void {
    const first = this.text.charCodeAt(this.at);
    if (first === QUOTE) this.#skipString();
    else if (first === 0x5b || first === 0x7b) this.#skipBrackets();
    else {
      const start = this.at;
      while (this.at < this.text.length && !',]} \t\r\n'.includes(this.text.charAt(this.at))) this.at++;
      if (this.at === start) this.#fail('expected a value.');
    }
  }

  #each(opening: string, closing: string, read: () => void): void {
    if (this.opening !== opening) this.#fail(`expected "${opening}".`);
    this.at++;
    this.#skipSpace();
    if (this.text[this.at] === closing) {
      this.at++;
      return;
    }
    for (;;) {
      read();
      this.#skipSpace();
      const next = this.text[this.at];
      if (next !== ',' && next !== closing) this.#fail(`expected "," or "${closing}" after a value.`);
      this.at++;
      if (next === closing) return;
      this.#skipSpace();
    }
  }

  #skipString(): void {
    const end = closingQuote(this.text, this.at);
    if (end >= this.text.length) this.#fail('this string has no closing quote.');
    this.at = end + 1;
  }

  #skipBrackets(): void {
    const { text } = this;
    const start = this.at;
    let depth = 0;
    for (let at = start; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (code === QUOTE) at = closingQuote(text, at);
      else if (code === 0x5b || code === 0x7b) {
        if (++depth > MAX_JSON_DEPTH) {
          this.at = at;
          this.#fail(`this is nested deeper than ${MAX_JSON_DEPTH} levels.`);
        }
      } else if ((code === 0x5d || code === 0x7d) && --depth === 0) {
        this.at = at + 1;
        return;
      }
    }
    this.#fail('this value has no end.');
  }

  #skipSpace(): void {
    while (this.at < this.text.length && ' \t\r\n'.includes(this.text.charAt(this.at))) this.at++;
  }

  #fail(problem: string): never {
    throw new JsonTextError(problem, this.text, this.at);
  }
}

export interface ValueSpan {
  readonly start: number;
  readonly end: number;
}

/** Where the value of a member of the outermost object is; undefined where it has none. Throws JsonTextError. */
export function findMember(text: string, key: string): ValueSpan | undefined {
  const cursor = new JsonCursor(text);
  let found: ValueSpan | undefined;
  cursor.eachMember((name) => {
    const start = cursor.at;
    cursor.skipValue();
    if (name === key) found = { start, end: cursor.at };
  });
  return found;
}
