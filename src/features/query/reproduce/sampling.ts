/** Which documents of the sources of a query are copied: the kinds of samples, their limits and pages. Pure. */

export const sampleKinds = ['matching', 'newest', 'random'] as const;
export type SampleKind = (typeof sampleKinds)[number];

export interface SampleChoice {
  readonly kind: SampleKind;
  /** The most documents of the sample. Referenced documents are not counted. */
  readonly count: number;
  /** Also copies what the sampled documents refer to: one level. */
  readonly followReferences: boolean;
  /** Paths of fields, such as `ShipTo.City`. */
  readonly maskedFields: readonly string[];
}

export interface Limits {
  /** Sampled and referenced documents. */
  readonly documents: number;
  /** Of the texts of all documents. */
  readonly bytes: number;
}

export const limits: Limits = { documents: 10_000, bytes: 64 * 1024 * 1024 };
