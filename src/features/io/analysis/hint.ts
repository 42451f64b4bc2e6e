/** A sentence about a range of a recording. */
export interface Hint {
  readonly id: string;
  /** `finding`: supported by the figures; `note`: background, or not significant. */
  readonly weight: 'finding' | 'note';
  readonly text: string;
}
