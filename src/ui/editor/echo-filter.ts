/**
 * Distinguishes a new value from an echo of typed text. Typing outruns rendering: when the text of one key comes
 * back as `value`, the editor already has later keys, and applying the echo would remove them.
 */
export class EchoFilter {
  #onTheirWay: string[] = [];

  /** Records a text that was sent to the owner. */
  sent(text: string): void {
    this.#onTheirWay.push(text);
    // Bounded, in case the owner never returns a text.
    if (this.#onTheirWay.length > 200) this.#onTheirWay.shift();
  }

  /** Whether a text is a new value of the owner; false for an echo. */
  isNew(text: string): boolean {
    const at = this.#onTheirWay.lastIndexOf(text);
    if (at >= 0) {
      // Owners return the latest text: earlier ones do not follow.
      this.#onTheirWay.splice(0, at + 1);
      return false;
    }
    this.#onTheirWay = [];
    return true;
  }
}
