import type { CopyProgress } from '../../../src/contract/index.ts';
import type { CopySide } from './copy-side.ts';
import type { CopyState } from './copy-state.ts';
import type { RejectionFile } from './rejection-file.ts';
import type { Clock } from './rate-limit.ts';
import type { CountedSource } from './source-plan.ts';

/** What a run works with. */
export interface CopyParts {
  readonly source: CopySide;
  readonly target: CopySide;
  /** Changed in place: always what is done. */
  readonly state: CopyState;
  /** As counted for the confirmation. */
  readonly counted: readonly CountedSource[];
  readonly clock: Clock;
  readonly rejections: RejectionFile;
  readonly save: () => Promise<void>;
  readonly report: (progress: CopyProgress) => void;
  readonly signal: AbortSignal;
}
