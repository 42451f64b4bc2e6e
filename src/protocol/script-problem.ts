/** Reads what servers report about a failed patch script: the reason, the document, the line. Pure. */
import { locateQueryProblem, type QueryProblem } from './query-problem.ts';
import { ServerError } from './server-error.ts';

export interface ScriptFailure {
  /** The reason without the generated parts of the server's message. */
  readonly message: string;
  /** The document at which the script failed; null when the failure is not about one document. */
  readonly documentId: string | null;
}

/** The text that was sent, as far as it decides how the server counts lines. */
export type SentScript =
  | { readonly kind: 'script'; readonly text: string }
  | {
      readonly kind: 'update';
      readonly text: string;
      /** 1-based lines of the word `update` and of its brace. */
      readonly updateLine: number;
      readonly braceLine: number;
      /** The query has a name for its documents: RavenDB adds a line that declares it. */
      readonly hasAlias: boolean;
      /** Names of a load clause: one more line each. */
      readonly loads: number;
    };

export function readScriptFailure(thrown: unknown): ScriptFailure {
  if (!(thrown instanceof ServerError))
    return { message: thrown instanceof Error ? thrown.message : String(thrown), documentId: null };
  const { message, detail } = thrown;
  const documentId = /Script failed for document ID '([^']*)'/.exec(message)?.[1] ?? null;
  return { message: reason(message, detail), documentId };
}

function reason(message: string, detail: string): string {
  // The sandbox: "Script failed for document ID 'a'. Error: bad (line 2, column 1: …). Nothing of this batch was saved."
  if (/\(line \d+, column \d+/.test(message))
    return (
      message
        .replace(
          /^(?:Script failed for document ID '[^']*'\.|The 'update' clause has an invalid script\.)\s*/,
          '',
        )
        .replace(/\s*Nothing (?:of this batch was saved|was changed)\.$/, '')
        // Its line counts from the script; locateScriptProblem has the one of the text.
        .replace(/\s*\(line \d+, column \d+[\s\S]*\)\.?$/, '')
    );
  // RavenDB: `At 6:5 Script failed for document ID 'a'. {"message":"bad","stack":"…"}`
  const thrown = /^At \d+:\d+ Script failed for document ID '[^']*'\.\s*([\s\S]*)$/.exec(message)?.[1];
  if (thrown !== undefined) return thrownMessage(thrown);
  // RavenDB puts the generated function into the message; the reason is in the details.
  if (/^(?:Failed to parse|Update clause contains invalid script)/.test(message)) {
    const syntax = /(?:SyntaxErrorException|Could not prepare script): ([^\n]*?) \(\d+:\d+\)/.exec(
      detail,
    )?.[1];
    return syntax === undefined ? (message.split('\n', 1)[0] ?? message) : `Syntax error: ${syntax}`;
  }
  // What RavenDB 7.1 reports for assigning to a member of something that does not exist.
  if (message.startsWith("Unable to cast object of type 'Jint."))
    return `The script assigns to a member of a value that is null or missing. (${message})`;
  return message.replace(/\r?\nQuery: ?[\s\S]*$/, '');
}

function thrownMessage(text: string): string {
  try {
    const read: unknown = JSON.parse(text);
    if (typeof read === 'object' && read !== null && 'message' in read && typeof read.message === 'string')
      return read.message;
  } catch {
    // Not JSON: the script threw a text.
  }
  return text;
}

/** Lines that RavenDB adds before a script. */
const WRAPPER_LINES = 3;

/** The innermost frame: `at call (:6:14)` of RavenDB 7.1, `at call :6:14` of 6.2. */
const FRAME = /\bat (?:[^\n(]*\(|[^\n]* ):(\d+):\d+/;

/** Where in the sent text; null when the server does not say, or names a line outside of the script. */
export function locateScriptProblem(thrown: unknown, sent: SentScript): QueryProblem | null {
  if (!(thrown instanceof ServerError)) return null;
  const { message, detail } = thrown;
  const own = /\(line (\d+), column (\d+)/.exec(message);
  if (own) {
    const first = sent.kind === 'script' ? 1 : sent.braceLine;
    return markLine(sent, readScriptFailure(thrown).message, first + Number(own[1]) - 1);
  }
  const clause = /^Update clause contains invalid script\s+At Line : (\d+)/.exec(message);
  if (clause && sent.kind === 'update')
    return markLine(sent, readScriptFailure(thrown).message, sent.updateLine + Number(clause[1]) - 1);
  const parsed = message.startsWith('Failed to parse') ? /\((\d+):\d+\)/.exec(detail) : null;
  const frame = parsed ?? FRAME.exec(`${message}\n${detail}`.replaceAll('\\n', '\n'));
  if (frame) {
    const line = Number(frame[1]) - WRAPPER_LINES;
    return sent.kind === 'script'
      ? markLine(sent, readScriptFailure(thrown).message, line)
      : markLine(
          sent,
          readScriptFailure(thrown).message,
          line - (sent.hasAlias ? 1 : 0) - sent.loads + sent.updateLine - 1,
        );
  }
  return sent.kind === 'update' ? locateQueryProblem(thrown, sent.text) : null;
}

/** Columns refer to generated text, so the whole line is marked. */
function markLine(sent: SentScript, message: string, line: number): QueryProblem | null {
  const lines = sent.text.split('\n');
  const text = lines[line - 1];
  if (text === undefined || line < 1 || (sent.kind === 'update' && line < sent.updateLine)) return null;
  const indent = text.length - text.trimStart().length;
  return {
    message,
    line,
    column: indent + 1,
    endLine: line,
    endColumn: Math.max(text.trimEnd().length, indent + 1) + 1,
  };
}
