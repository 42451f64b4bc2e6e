import { Agent, request } from 'node:http';

const agent = new Agent({ keepAlive: true });

/** Sends one request; a status of 400 or more is an error. */
export function send(url: string, method: string, path: string, body?: unknown): Promise<string> {
  return new Promise((resolve, reject) => {
    const bytes = body === undefined ? undefined : Buffer.from(JSON.stringify(body));
    // Node sends no content length for a DELETE by default.
    const headers = bytes ? { 'content-type': 'application/json', 'content-length': bytes.length } : {};
    const outgoing = request(url + path, { method, agent, headers }, (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (part: string) => (text += part));
      answer.on('end', () => {
        if ((answer.statusCode ?? 500) < 400) resolve(text);
        else reject(new Error(`${method} ${path}: ${String(answer.statusCode)} ${text.slice(0, 500)}`));
      });
    });
    outgoing.on('error', reject);
    outgoing.end(bytes);
  });
}

export function closeConnections(): void {
  agent.destroy();
}
