/** Detects the format of a stack file by content, because file names are unreliable. */
import { PortError } from '../../../contract/index.ts';
import { readClusterPackage } from '../../../protocol/cluster-stacks.ts';
import { readStackCapture, type StackCapture } from '../../../protocol/thread-stacks.ts';
import { readDebuggerText } from './debugger-text.ts';
import { readFolded } from './folded.ts';
import { importedCapture } from './imported.ts';
import { looksLikeSpeedscope, readSpeedscope } from './speedscope.ts';

const ZIP = [0x50, 0x4b];

export async function openStacks(bytes: Uint8Array, name: string): Promise<StackCapture> {
  if (ZIP.every((byte, at) => bytes[at] === byte)) return readClusterPackage(bytes, name);
  const text = new TextDecoder().decode(bytes).replace(/^\uFEFF/, '');
  const printed = readDebuggerText(text);
  const json = /^\s*[[{]/.test(text) ? parsed(text) : undefined;
  if (looksLikeSpeedscope(json))
    try {
      return importedCapture(readSpeedscope(json));
    } catch (thrown) {
      throw refusal(`Cannot read ${name}. ${thrown instanceof Error ? thrown.message : String(thrown)}`);
    }
  if (json === undefined && printed) return printed;
  if (/^\s*[[{]/.test(text)) return readStackCapture(text, name);
  const folded = readFolded(text);
  if (folded) return importedCapture(folded);
  throw refusal(
    `${name} has no stacks in a supported format: RavenDB JSON or debug package, speedscope JSON, folded stacks ` +
      '("outer;inner 12"), or text output of gdb, eu-stack or dotnet-stack.',
  );
}

/** Undefined for invalid JSON: the reader of RavenDB's format reports it. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function refusal(message: string): PortError {
  return new PortError({ code: 'bad-request', message, detail: '' });
}
