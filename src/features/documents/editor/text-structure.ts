/** Whether a text is JSON. Pure. */
import { JsonTextError, parseJsonText } from '../../../protocol/json-text.ts';

export interface Structure {
  readonly problem: JsonTextError | undefined;
}

export function readStructure(text: string): Structure {
  try {
    parseJsonText(text);
    return { problem: undefined };
  } catch (thrown) {
    if (thrown instanceof JsonTextError) return { problem: thrown };
    throw thrown;
  }
}
