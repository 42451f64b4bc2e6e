/** Extracts code, message and detail from any thrown value, by structure, so that this folder imports no other. */
export interface ErrorParts {
  /** Stable, short: `timeout`, `409 ConcurrencyException`, `TypeError`. */
  readonly code: string;
  readonly message: string;
  readonly detail: string | null;
  readonly retryable: boolean;
}

export function readError(thrown: unknown): ErrorParts {
  if (!(thrown instanceof Error)) {
    return { code: 'error', message: textOf(thrown), detail: null, retryable: false };
  }
  const members = new Map<string, unknown>(Object.entries(thrown));
  const code = members.get('code');
  const status = members.get('status');
  const type = members.get('type');
  const detail = members.get('detail');
  const isOurs = typeof code === 'string' || typeof status === 'number';
  return {
    code:
      typeof code === 'string'
        ? code
        : typeof status === 'number'
          ? [String(status), typeof type === 'string' ? type : ''].filter((part) => part !== '').join(' ')
          : thrown.name,
    message: thrown.message === '' ? thrown.name : thrown.message,
    detail:
      typeof detail === 'string' && detail.trim() !== '' ? detail : isOurs ? null : (thrown.stack ?? null),
    retryable: members.get('retryable') === true,
  };
}

function textOf(thrown: unknown): string {
  if (typeof thrown !== 'object' || thrown === null) return String(thrown);
  try {
    return JSON.stringify(thrown);
  } catch {
    // A circular object: only its type is available.
    return Object.prototype.toString.call(thrown);
  }
}

/** For the clipboard and bug reports. */
export function errorAsText(thrown: unknown, doing?: string): string {
  const { code, message, detail } = readError(thrown);
  return [
    ...(doing === undefined ? [] : [doing]),
    `[${code}] ${message}`,
    ...(detail === null ? [] : [detail]),
  ].join('\n');
}
