/** Requests and sockets to the in-process engine. Opened on first use; a failure is retried on the next. */
import { z } from 'zod';
import {
  applicationPort,
  PortError,
  type ApplicationPort,
  type HttpResponse,
} from '../../../src/contract/index.ts';
import { loadAddon, type Answer, type EngineHandle, type SocketHandle } from './addon-binding.ts';
import { isErrno } from '../errno.ts';
import type { JudgedRequest } from '../policy/judged-request.ts';
import { abortable, notSent } from './addon-abort.ts';
import { completeText, piecesOf } from './addon-body.ts';
import { PieceWriter } from './addon-upload.ts';
import { answerBody, requestBytes } from './body-encoding.ts';
import { SocketInbox } from './socket-inbox.ts';
import type { StreamedResponse, Transport, TransportSocket, UploadBody } from './transport.ts';

export interface AddonTransportOptions {
  readonly addonPath: string;
  readonly stackcapPath: string;
  /** The engine's data folder. */
  readonly dataFolder: string;
  /** Called with the reason when the engine could not be opened, or undefined when it could. */
  readonly onProblem: (problem: string | undefined) => void;
}

const headers = z.record(z.string(), z.string());

export class AddonTransport implements Transport {
  private readonly options: AddonTransportOptions;
  private opening: Promise<EngineHandle> | undefined;
  private closed = false;

  constructor(options: AddonTransportOptions) {
    this.options = options;
  }

  async request(request: JudgedRequest, signal: AbortSignal): Promise<HttpResponse> {
    const started = performance.now();
    const engine = await this.engine();
    if (signal.aborted) throw notSent();
    const pending = engine.request(...partsOf(request));
    return responseOf(request, await abortable(pending, signal, request.timeoutMs, textOf), started);
  }

  /** The engine writes the body while it is read, and waits for a slow reader. */
  async stream(request: JudgedRequest, signal: AbortSignal): Promise<StreamedResponse> {
    const engine = await this.engine();
    if (signal.aborted) throw notSent();
    const stream = engine.requestStream(...partsOf(request));
    const pending = { answer: stream.head(), abort: () => stream.abort() };
    const head = await abortable(pending, signal, request.timeoutMs, () => completeText(stream));
    return {
      status: head.status,
      headers: headers.parse(JSON.parse(head.headersJson)),
      body: piecesOf(stream, signal),
    };
  }

  /** The engine reads the body while it is written, and a slow engine slows the writer. */
  async upload(request: JudgedRequest, body: UploadBody, signal: AbortSignal): Promise<HttpResponse> {
    const started = performance.now();
    const engine = await this.engine();
    if (signal.aborted) throw notSent();
    const [method, path, headersJson] = partsOf(request);
    const upload = engine.requestUpload(method, path, headersJson);
    const writing = new PieceWriter(upload, body);
    const pending = { answer: upload.answer(), abort: () => upload.abort() };
    const answer = await abortable(pending, signal, request.timeoutMs, textOf).finally(() => {
      // Also instead of the answer to a body that was cut off.
      if (writing.failure) throw writing.failure;
    });
    return responseOf(request, answer, started);
  }

  async openSocket({ path }: JudgedRequest, signal: AbortSignal): Promise<TransportSocket> {
    const engine = await this.engine();
    let socket: SocketHandle | undefined;
    const leave = (): void => {
      signal.removeEventListener('abort', leave);
      inbox.end();
      socket?.close();
    };
    // The engine waits until each frame is consumed; the inbox's own limit bounds the rest.
    const inbox = new SocketInbox({ pause: () => undefined, resume: () => undefined }, leave);
    signal.addEventListener('abort', leave, { once: true });
    await new Promise<void>((resolve, reject) => {
      socket = engine.openSocket(path, (kind, text) => {
        if (kind === 'open') resolve();
        else if (kind === 'text') inbox.receive(text);
        else if (kind === 'error') {
          const error = feedError(path, text);
          inbox.fail(error);
          reject(error);
        } else {
          inbox.end();
          reject(
            new PortError({
              code: 'closed',
              message: 'The live feed closed before it opened.',
              retryable: true,
            }),
          );
        }
      });
    }).catch((thrown: unknown) => {
      leave();
      throw thrown;
    });
    return {
      items: inbox,
      send: (text) =>
        socket?.send(text) === true
          ? Promise.resolve()
          : Promise.reject(
              new PortError({
                code: 'closed',
                message: 'The live feed closed or is too slow.',
                retryable: true,
              }),
            ),
      close: leave,
    };
  }

  /** Null: no port is open. Does not open the engine. */
  async applicationPort(): Promise<ApplicationPort | null> {
    const engine = await this.opening?.catch(() => undefined);
    const open = (await engine?.portState()) ?? null;
    return open === null ? null : applicationPort.parse(JSON.parse(open));
  }

  /** 0: any free port. An open one stays as it is. */
  async openApplicationPort(port: number): Promise<ApplicationPort> {
    const engine = await this.engine();
    try {
      return applicationPort.parse(JSON.parse(await engine.openPort(port)));
    } catch (cause) {
      throw new PortError({
        code: 'refused',
        message: `The port for applications was not opened. ${cause instanceof Error ? cause.message : String(cause)}`,
        retryable: true,
      });
    }
  }

  async closeApplicationPort(): Promise<void> {
    const engine = await this.opening?.catch(() => undefined);
    await engine?.closePort();
  }

  async close(): Promise<void> {
    this.closed = true;
    const opening = this.opening;
    this.opening = undefined;
    // A failed open was already reported as the connection's problem.
    const engine = await opening?.catch(() => undefined);
    await engine?.close();
  }

  private engine(): Promise<EngineHandle> {
    if (this.closed)
      return Promise.reject(
        new PortError({
          code: 'closed',
          message: 'Rookery is closing; the sandbox accepts no more requests.',
        }),
      );
    if (this.opening) return this.opening;
    const opening = this.open();
    this.opening = opening;
    opening.catch(() => {
      if (this.opening === opening) this.opening = undefined;
    });
    return opening;
  }

  private async open(): Promise<EngineHandle> {
    const { addonPath, stackcapPath, dataFolder, onProblem } = this.options;
    try {
      const handle = await loadAddon(addonPath).openEngine(
        JSON.stringify({ dataDir: dataFolder, stackcapPath, otherProcesses: true }),
      );
      onProblem(undefined);
      return handle;
    } catch (thrown) {
      const error = openingError(thrown, dataFolder);
      onProblem(error.message);
      throw error;
    }
  }
}

const textOf = (answer: Answer): string => answer.body.toString('utf8');

/** `started`: when the request was begun, as `performance.now()`. */
function responseOf(
  request: JudgedRequest,
  { status, headersJson, body }: Answer,
  started: number,
): HttpResponse {
  return {
    status,
    headers: headers.parse(JSON.parse(headersJson)),
    ...answerBody(request, status, body),
    ms: performance.now() - started,
  };
}

/** The arguments of a call of the engine. */
function partsOf(
  request: JudgedRequest,
): [method: string, path: string, headersJson: string, body: Buffer | null] {
  const { method, path } = request;
  return [method, path, JSON.stringify(request.headers), requestBytes(request) ?? null];
}

function openingError(thrown: unknown, dataFolder: string): PortError {
  if (thrown instanceof PortError) return thrown;
  const text = thrown instanceof Error ? thrown.message : String(thrown);
  // The engine's message names the holder of the lock.
  if (isErrno(thrown) && thrown.code === 'locked')
    return new PortError({ code: 'data-folder-locked', message: text, detail: dataFolder, retryable: true });
  return new PortError({
    code: 'engine-unavailable',
    message: `The sandbox in ${dataFolder} could not be opened: ${text}`,
    detail: String(thrown),
    retryable: true,
  });
}

const errorBody = z.looseObject({ Message: z.string() });

/** The engine refuses a feed with the body of the refused request. */
function feedError(path: string, text: string): PortError {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    json = undefined;
  }
  const said = errorBody.safeParse(json);
  return new PortError({
    code: 'unsupported',
    message: `The sandbox refused the live feed ${path}: ${said.success ? said.data.Message : text}`,
    detail: text,
  });
}
