/**
 * Signed URLs of stored files, valid for 12 to 24 hours. A browser's `<img>` sends no token, so the URL has to grant the access
 * (docs/decisions/0005).
 */
import { createHmac, timingSafeEqual } from 'node:crypto';

/** A file keeps its URL within one period, so that browsers can cache it. */
const periodSeconds = 12 * 3600;

const nowSeconds = () => Math.floor(Date.now() / 1000);

/** Signs and verifies URLs of files. */
export class FileUrlSigner {
  readonly #key: Buffer;

  /** @param key 32 random bytes, the same for every process of a deployment */
  constructor(key: Buffer) {
    this.#key = key;
  }

  #computeMac(file: string, expiresAt: number): Buffer {
    return createHmac('sha256', this.#key).update(`${expiresAt} ${file}`).digest().subarray(0, 16);
  }

  /** The query of a signed URL: `?until=1785000000&seal=…`. */
  signedQuery(file: string): string {
    return this.signedQueryUntil(file, (Math.floor(nowSeconds() / periodSeconds) + 2) * periodSeconds);
  }

  /** The same with an expiry, for URLs that need no caching. @param expiresAt seconds since 1970 */
  signedQueryUntil(file: string, expiresAt: number): string {
    return `?until=${expiresAt}&seal=${this.#computeMac(file, expiresAt).toString('base64url')}`;
  }

  /** Verifies a signed URL. @returns seconds until it expires; 0 when it is invalid or has expired */
  secondsUntilExpiry(file: string, query: Readonly<Record<string, unknown>>): number {
    const { until: expiresAt, seal } = query;
    if (typeof expiresAt !== 'string' || typeof seal !== 'string' || !/^\d{1,12}$/.test(expiresAt)) return 0;
    const actualMac = Buffer.from(seal, 'base64url');
    const expectedMac = this.#computeMac(file, Number(expiresAt));
    if (actualMac.length !== expectedMac.length || !timingSafeEqual(actualMac, expectedMac)) return 0;
    return Math.max(0, Number(expiresAt) - nowSeconds());
  }
}
