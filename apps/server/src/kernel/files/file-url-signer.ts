/**
 * Addresses of stored files that lapse: who was given one may fetch the file for half a day to a day, and nobody can make
 * one. A browser's `<img>` sends no token, so the right has to be in the address (docs/decisions/0005).
 */
import { createHmac, timingSafeEqual } from 'node:crypto';

/** Seconds. Within one such time a file keeps its address, so that browsers keep its picture. */
const periodSeconds = 12 * 3600;

const nowSeconds = () => Math.floor(Date.now() / 1000);

export class FileUrlSigner {
  readonly #key: Buffer;

  /** @param key 32 random bytes, the same for every process of a deployment */
  constructor(key: Buffer) {
    this.#key = key;
  }

  #computeMac(file: string, expiresAt: number): Buffer {
    return createHmac('sha256', this.#key).update(`${expiresAt} ${file}`).digest().subarray(0, 16);
  }

  /** What to add to a file's address: `?until=1785000000&seal=…`. */
  signedQuery(file: string): string {
    return this.signedQueryUntil(file, (Math.floor(nowSeconds() / periodSeconds) + 2) * periodSeconds);
  }

  /** The same for an address that is not kept. @param expiresAt seconds since 1970 */
  signedQueryUntil(file: string, expiresAt: number): string {
    return `?until=${expiresAt}&seal=${this.#computeMac(file, expiresAt).toString('base64url')}`;
  }

  /** @returns seconds for which the address holds; 0 when it never did or has lapsed */
  secondsUntilExpiry(file: string, query: Readonly<Record<string, unknown>>): number {
    const { until: expiresAt, seal } = query;
    if (typeof expiresAt !== 'string' || typeof seal !== 'string' || !/^\d{1,12}$/.test(expiresAt)) return 0;
    const given = Buffer.from(seal, 'base64url');
    const wanted = this.#computeMac(file, Number(expiresAt));
    if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) return 0;
    return Math.max(0, Number(expiresAt) - nowSeconds());
  }
}
