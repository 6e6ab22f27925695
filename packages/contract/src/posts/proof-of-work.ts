/** What a visitor's device works out while very many reports come in (docs/decisions/0024). An extension of API v3. */
import { z } from 'zod';
import { defineEndpoint } from '../common/endpoint.ts';

export const ProofOfWorkChallenge = z.object({
  /** Null while no proof is asked for. */
  challenge: z.string().nullable(),
  /** Zero bits that the SHA-256 of `<challenge>:<nonce>` begins with. */
  bits: z.number().int(),
});

export const readChallenge = defineEndpoint({
  name: 'readChallenge',
  method: 'GET',
  path: '/challenge',
  summary:
    'A challenge, while very many reports of visitors come in: find a nonce of letters and digits so that the SHA-256 of `<challenge>:<nonce>` begins with `bits` zero bits, and send both as `X-Waypost-Proof` with the report',
  scope: null,
  response: ProofOfWorkChallenge,
});
