/**
 * Tells an owner's own text from an echo of what was typed. Typing outruns rendering: by the time the text of one key
 * comes back as `value`, later keys are in the editor already, and writing the echo into it would take them out again.
 */
export class EchoFilter {
  #onTheirWay: string[] = [];

  /** A text was told to the owner. */
  told(text: string): void {
    this.#onTheirWay.push(text);
    // An owner that never gives texts back must not make this grow.
    if (this.#onTheirWay.length > 200) this.#onTheirWay.shift();
  }

  /** Whether a text from the owner is its own; false for the echo of one that was told. */
  isNew(text: string): boolean {
    const at = this.#onTheirWay.lastIndexOf(text);
    if (at >= 0) {
      // Owners give back the latest: the ones told before it will not come any more.
      this.#onTheirWay.splice(0, at + 1);
      return false;
    }
    this.#onTheirWay = [];
    return true;
  }
}
