/** Sends requests at a constant rate, independent of responses, so that a slow server does not get fewer. */
import { Agent, request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';

/** One request of the mix. */
export interface LoadRequest {
  method: 'GET' | 'POST';
  /** Path of the request. */
  path: string;
  body?: string;
  headers?: Readonly<Record<string, string>>;
}

/** Result of a request; times in milliseconds since its scheduled time. */
export interface LoadResponse {
  status: number;
  durationMs: number;
  /** Whether a refusal had `Retry-After`. */
  hasRetryAfter: boolean;
  body: string;
}

/** No response: the connection broke, or timed out after a minute. */
export const noResponse = 0;

export class LoadClient {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1000 });
  readonly #address: () => URL;
  readonly #token: string;

  /** @param address called for each request, since the server may be restarted elsewhere */
  constructor(address: () => string, token: string) {
    this.#address = () => new URL(address());
    this.#token = token;
  }

  /** @param due scheduled time of `performance.now()` @param keepBody whether to return the body */
  send(loadRequest: LoadRequest, due: number, keepBody = false): Promise<LoadResponse> {
    const { hostname, port } = this.#address();
    return new Promise((resolve) => {
      const finish = (status: number, body = '', hasRetryAfter = false) =>
        resolve({ status, durationMs: performance.now() - due, hasRetryAfter, body });
      const outgoing = request(
        {
          agent: this.#agent,
          host: hostname,
          port,
          method: loadRequest.method,
          path: loadRequest.path,
          timeout: 60_000,
          headers: {
            authorization: `Bearer ${this.#token}`,
            accept: 'application/json',
            ...(loadRequest.body === undefined
              ? {}
              : {
                  'content-type': 'application/json',
                  'content-length': String(Buffer.byteLength(loadRequest.body)),
                }),
            ...loadRequest.headers,
          },
        },
        (incoming) => {
          let body = '';
          if (keepBody) incoming.setEncoding('utf8').on('data', (text: string) => (body += text));
          else incoming.resume();
          const hasRetryAfter = incoming.headers['retry-after'] !== undefined;
          incoming.once('end', () => finish(incoming.statusCode ?? noResponse, body, hasRetryAfter));
          incoming.once('error', () => finish(noResponse));
        },
      );
      outgoing.once('timeout', () => outgoing.destroy());
      outgoing.once('error', () => finish(noResponse));
      outgoing.end(loadRequest.body);
    });
  }

  close(): void {
    this.#agent.destroy();
  }
}

/**
 * Sends `rate` requests a second for `seconds`, and waits for the last response.
 * @param createRequest creates a request by its number from 0
 */
export async function sendAtRate(
  caller: LoadClient,
  { rate, seconds, keepBody = false }: { rate: number; seconds: number; keepBody?: boolean },
  createRequest: (at: number) => LoadRequest,
  onResponse: (response: LoadResponse, at: number) => void = () => undefined,
): Promise<LoadResponse[]> {
  const startedAt = performance.now();
  const all: Promise<LoadResponse>[] = [];
  for (let at = 0; at < rate * seconds; at++) {
    const due = startedAt + (at * 1000) / rate;
    const waitMs = due - performance.now();
    if (waitMs > 1) await wait(waitMs);
    all.push(
      caller.send(createRequest(at), due, keepBody).then((response) => {
        onResponse(response, at);
        return response;
      }),
    );
    // Late requests are sent in a row; responses still have to be read.
    if (at % 50 === 49) await new Promise((resolve) => setImmediate(resolve));
  }
  return Promise.all(all);
}
