/**
 * Addresses of stored files that lapse: who was given one may fetch the file for half a day to a day, and nobody can make
 * one. A browser's `<img>` sends no token, so the right has to be in the address (docs/decisions/0005).
 */
import { createHmac, timingSafeEqual } from 'node:crypto';

/** Seconds. Within one such time a file keeps its address, so that browsers keep its picture. */
const period = 12 * 3600;

const now = () => Math.floor(Date.now() / 1000);

export class FileSeal {
  readonly #key: Buffer;

  /** @param key 32 random bytes, the same for every process of a deployment */
  constructor(key: Buffer) {
    this.#key = key;
  }

  #mac(file: string, until: number): Buffer {
    return createHmac('sha256', this.#key).update(`${until} ${file}`).digest().subarray(0, 16);
  }

  /** What to add to a file's address: `?until=1785000000&seal=…`. */
  queryFor(file: string): string {
    return this.queryUntil(file, (Math.floor(now() / period) + 2) * period);
  }

  /** The same for an address that is not kept. @param until seconds since 1970 */
  queryUntil(file: string, until: number): string {
    return `?until=${until}&seal=${this.#mac(file, until).toString('base64url')}`;
  }

  /** @returns seconds for which the address holds; 0 when it never did or has lapsed */
  secondsLeft(file: string, query: Readonly<Record<string, unknown>>): number {
    const { until, seal } = query;
    if (typeof until !== 'string' || typeof seal !== 'string' || !/^\d{1,12}$/.test(until)) return 0;
    const given = Buffer.from(seal, 'base64url');
    const wanted = this.#mac(file, Number(until));
    if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) return 0;
    return Math.max(0, Number(until) - now());
  }
}
