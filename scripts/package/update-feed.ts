/** Part of the package description: where the program looks for newer releases, if the user turns that on. */

export interface UpdateFeed {
  /** https. */
  readonly url: string;
  /** Ed25519, as base64 of its SubjectPublicKeyInfo. `node scripts/release/sign-feed.ts --new-key` makes a pair. */
  readonly publicKey: string;
}

/** Null: no feed is published yet. The program says so, and its check cannot be turned on. */
export const updateFeed: UpdateFeed | null = null;
