/** Messages between the page and the decoding worker. */
import type { DecodedRecording } from './decoded.ts';

export type ToDecoder =
  | { readonly job: number; readonly kind: 'text'; readonly text: string }
  | { readonly job: number; readonly kind: 'file'; readonly file: Blob }
  | { readonly job: number; readonly kind: 'cancel' };

export type FromDecoder =
  | { readonly job: number; readonly kind: 'progress'; readonly bytes: number; readonly events: number }
  | { readonly job: number; readonly kind: 'done'; readonly recording: DecodedRecording }
  /** `why` continues "The file cannot be opened: ". */
  | { readonly job: number; readonly kind: 'refused'; readonly why: string };
