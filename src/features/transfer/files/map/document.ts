/** The result of interpreting an item: a document as it is sent, or the reason why there is none. */

export type MadeDocument =
  | {
      readonly ok: true;
      /** Ends with `/` when the server makes the id. */
      readonly id: string;
      readonly text: string;
    }
  | { readonly ok: false; readonly id: string | null; readonly reason: string };

export type DocumentMaker = (text: string) => MadeDocument;

export const refusedDocument = (reason: string, id: string | null = null): MadeDocument => ({
  ok: false,
  id,
  reason,
});

/** Whether the server completes the id, so that no stored document can have it. */
export const isServerMade = (id: string): boolean => id.endsWith('/');
