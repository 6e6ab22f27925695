/** Bytes that are sent again and again: compressed once for each way that callers take them. */
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { negotiate } from '@fastify/accept-negotiator';
import type { FastifyRequest } from 'fastify';

const ways = ['br', 'gzip'] as const;
type Way = (typeof ways)[number];

/** Fewer bytes are one packet either way, of whatever answer. */
export const worthPacking = 1024;

const pack: Record<Way, (bytes: Buffer) => Promise<Buffer>> = {
  // The best would take fifty times as long.
  br: (bytes) => promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: (bytes) => promisify(gzip)(bytes),
};

export class Packed {
  readonly bytes: Buffer;
  readonly #packed = new Map<Way, Promise<Buffer>>();

  constructor(bytes: Buffer) {
    this.bytes = bytes;
  }

  /** Bytes that this may come to take, each way of packing included. */
  get size(): number {
    return this.bytes.length * 2;
  }

  /** How to send them to this caller: what to send, and the headers that say so. */
  async sentTo(request: FastifyRequest): Promise<{ bytes: Buffer; headers: Record<string, string> }> {
    const accepted = request.headers['accept-encoding'];
    const way =
      typeof accepted === 'string' && this.bytes.length >= worthPacking
        ? negotiate(accepted.toLowerCase(), [...ways])
        : null;
    if (way === null) return { bytes: this.bytes, headers: {} };
    const packed = this.#packed.get(way) ?? pack[way](this.bytes);
    this.#packed.set(way, packed);
    return { bytes: await packed, headers: { 'content-encoding': way } };
  }
}
