/** Requests at an even pace, whatever the answers take, so that a server that is late is not asked less. */
import { Agent, request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';

/** One request of the mix. */
export interface Asked {
  method: 'GET' | 'POST';
  /** Below the server's address. */
  path: string;
  body?: string;
  headers?: Readonly<Record<string, string>>;
}

/** What became of one; times in milliseconds from the moment when it was due. */
export interface Told {
  status: number;
  took: number;
  /** Whether a refusal said when to come back. */
  saysWhen: boolean;
  body: string;
}

/** Without an answer: the connection broke, or nothing came for a minute. */
export const lost = 0;

export class Caller {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1000 });
  readonly #address: () => URL;
  readonly #token: string;

  /** @param address asked anew for each request: the server may be another by then */
  constructor(address: () => string, token: string) {
    this.#address = () => new URL(address());
    this.#token = token;
  }

  /** @param due when it was to be sent, of `performance.now()` @param keeps whether the answer is wanted */
  send(asked: Asked, due: number, keeps = false): Promise<Told> {
    const { hostname, port } = this.#address();
    return new Promise((resolve) => {
      const tell = (status: number, body = '', saysWhen = false) =>
        resolve({ status, took: performance.now() - due, saysWhen, body });
      const outgoing = request(
        {
          agent: this.#agent,
          host: hostname,
          port,
          method: asked.method,
          path: asked.path,
          timeout: 60_000,
          headers: {
            authorization: `Bearer ${this.#token}`,
            accept: 'application/json',
            ...(asked.body === undefined
              ? {}
              : {
                  'content-type': 'application/json',
                  'content-length': String(Buffer.byteLength(asked.body)),
                }),
            ...asked.headers,
          },
        },
        (answer) => {
          let body = '';
          if (keeps) answer.setEncoding('utf8').on('data', (text: string) => (body += text));
          else answer.resume();
          const saysWhen = answer.headers['retry-after'] !== undefined;
          answer.once('end', () => tell(answer.statusCode ?? lost, body, saysWhen));
          answer.once('error', () => tell(lost));
        },
      );
      outgoing.once('timeout', () => outgoing.destroy());
      outgoing.once('error', () => tell(lost));
      outgoing.end(asked.body);
    });
  }

  close(): void {
    this.#agent.destroy();
  }
}

/**
 * Sends `rate` requests a second for `seconds`, and waits for the last answer.
 * @param make the request of a number from 0
 */
export async function pour(
  caller: Caller,
  { rate, seconds, keeps = false }: { rate: number; seconds: number; keeps?: boolean },
  make: (at: number) => Asked,
  heard: (told: Told, at: number) => void = () => undefined,
): Promise<Told[]> {
  const begun = performance.now();
  const all: Promise<Told>[] = [];
  for (let at = 0; at < rate * seconds; at++) {
    const due = begun + (at * 1000) / rate;
    const early = due - performance.now();
    if (early > 1) await wait(early);
    all.push(
      caller.send(make(at), due, keeps).then((told) => {
        heard(told, at);
        return told;
      }),
    );
    // What is late is sent in a row; the answers have to be read all the same.
    if (at % 50 === 49) await new Promise((resolve) => setImmediate(resolve));
  }
  return Promise.all(all);
}
