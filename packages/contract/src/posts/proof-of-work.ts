/**
 * The proof of work that a visitor's device computes while many reports arrive (docs/decisions/0024). An extension of
 * API v3.
 */
import { z } from 'zod';
import { defineEndpoint } from '../common/endpoint.ts';

/** A challenge for a proof of work. */
export const ProofOfWorkChallenge = z.object({
  /** Null while no proof is required. */
  challenge: z.string().nullable(),
  /** Number of leading zero bits of the SHA-256 of `<challenge>:<nonce>`. */
  bits: z.number().int(),
});

export const readChallenge = defineEndpoint({
  name: 'readChallenge',
  method: 'GET',
  path: '/challenge',
  summary:
    'A challenge, while many reports of visitors arrive: find a nonce of letters and digits so that the SHA-256 of `<challenge>:<nonce>` begins with `bits` zero bits, and send both as `X-Waypost-Proof` with the report',
  scope: null,
  response: ProofOfWorkChallenge,
});
