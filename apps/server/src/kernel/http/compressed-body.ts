/** A response body that is sent many times: compressed once per content encoding. */
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { negotiate } from '@fastify/accept-negotiator';
import type { FastifyRequest } from 'fastify';

const encodings = ['br', 'gzip'] as const;
type Encoding = (typeof encodings)[number];

/** A smaller response fits into one packet without compression. */
export const compressionThresholdBytes = 1024;

const compress: Record<Encoding, (bytes: Buffer) => Promise<Buffer>> = {
  // The highest quality takes fifty times as long.
  br: (bytes) => promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: (bytes) => promisify(gzip)(bytes),
};

/** Bytes and their compressed forms, each made at its first use. */
export class CompressedBody {
  readonly bytes: Buffer;
  readonly #compressed = new Map<Encoding, Promise<Buffer>>();

  constructor(bytes: Buffer) {
    this.bytes = bytes;
  }

  /** Upper bound of the memory in bytes, compressed forms included. */
  get maxMemoryBytes(): number {
    return this.bytes.length * 2;
  }

  /** The body in the best encoding that the request accepts, and the headers that name it. */
  async encodeFor(request: FastifyRequest): Promise<{ bytes: Buffer; headers: Record<string, string> }> {
    const accepted = request.headers['accept-encoding'];
    const encoding =
      typeof accepted === 'string' && this.bytes.length >= compressionThresholdBytes
        ? negotiate(accepted.toLowerCase(), [...encodings])
        : null;
    if (encoding === null) return { bytes: this.bytes, headers: {} };
    const compressed = this.#compressed.get(encoding) ?? compress[encoding](this.bytes);
    this.#compressed.set(encoding, compressed);
    return { bytes: await compressed, headers: { 'content-encoding': encoding } };
  }
}
