/** Bytes that are sent again and again: compressed once for each way that callers take them. */
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { negotiate } from '@fastify/accept-negotiator';
import type { FastifyRequest } from 'fastify';

const encodings = ['br', 'gzip'] as const;
type Encoding = (typeof encodings)[number];

/** Fewer bytes are one packet either way, of whatever answer. */
export const compressionThresholdBytes = 1024;

const compress: Record<Encoding, (bytes: Buffer) => Promise<Buffer>> = {
  // The best would take fifty times as long.
  br: (bytes) => promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: (bytes) => promisify(gzip)(bytes),
};

export class CompressedBody {
  readonly bytes: Buffer;
  readonly #compressed = new Map<Encoding, Promise<Buffer>>();

  constructor(bytes: Buffer) {
    this.bytes = bytes;
  }

  /** Bytes that this may come to take, each way of packing included. */
  get maxMemoryBytes(): number {
    return this.bytes.length * 2;
  }

  /** How to send them to this caller: what to send, and the headers that say so. */
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
