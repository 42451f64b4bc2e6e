/** What a browser receives from a one-time address. */
export interface Entered {
  readonly status: number;
  readonly cookie: string;
  readonly key: string;
  readonly body: string;
}

export async function enter(url: string, headers: Record<string, string> = {}): Promise<Entered> {
  const answer = await fetch(url, { redirect: 'manual', headers });
  const body = await answer.text();
  return {
    status: answer.status,
    cookie: answer.headers.get('set-cookie')?.split(';')[0] ?? '',
    key: /name="rookery-key" content="([\w-]+)"/.exec(body)?.[1] ?? '',
    body,
  };
}
