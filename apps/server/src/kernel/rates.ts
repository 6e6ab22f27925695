/**
 * How much one network address, and one token, may ask of a process in a minute: a bound far above what people do, so that no
 * single program takes all there is. Counted in the memory of each process, since it only bounds the work of that process; what
 * has to be counted for all together is in the database (`throttle.ts`).
 *
 * Told in the headers of draft-ietf-httpapi-ratelimit-headers: `RateLimit-Policy: "address";q=6000;w=60` and
 * `RateLimit: "address";r=5998;t=42`.
 */
import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Problem } from './problem.ts';
import type { Pulse } from './pulse.ts';
import { callerOf } from './throttle.ts';

const minute = 60_000;
/** Addresses, and tokens, that are remembered at once; those asked for longest ago are forgotten first. */
const remembered = 20_000;

/** What costs the database something. Programs and pictures of the interface do not, and gateways have doors of their own. */
const isCounted = (request: FastifyRequest) => /^\/(api\/v3|oauth|storage)\//.test(request.url);

/** Scripts and proxies on this machine; a proxy that says for whom it asks is believed (`TRUST_PROXY`). */
export const isOfThisMachine = (address: string): boolean => /^(127\.|::1$|::ffff:127\.)/.test(address);

const tokenOf = (request: FastifyRequest): string | undefined => {
  const header = request.headers.authorization;
  return header === undefined ? undefined : createHash('sha256').update(header).digest('base64url');
};

interface Bound {
  name: 'address' | 'token';
  most: number;
  check: ReturnType<FastifyInstance['createRateLimit']>;
}

function boundsOf(app: FastifyInstance, perAddress: number, perToken: number): Bound[] {
  const limit = (max: number, keyGenerator: (request: FastifyRequest) => string) => {
    // The library knows the size of its memory here, and its types do not.
    const options = { max, timeWindow: minute, cache: remembered, keyGenerator };
    return app.createRateLimit(options);
  };
  const all: Bound[] = [
    { name: 'address', most: perAddress, check: limit(perAddress, (request) => callerOf(request.ip)) },
    { name: 'token', most: perToken, check: limit(perToken, (request) => tokenOf(request) ?? '') },
  ];
  return all.filter((bound) => bound.most > 0);
}

/**
 * Counts every request that is more than a file of the interface; 429 with `Retry-After` beyond a bound.
 * @param most requests in a minute; 0 is without bound. The rate-limit plugin has to be registered before
 */
export function limitRates(
  app: FastifyInstance,
  most: { perAddress: number; perToken: number },
  pulse: Pulse,
): void {
  const bounds = boundsOf(app, most.perAddress, most.perToken);
  if (bounds.length === 0) return;
  app.addHook('onRequest', async (request, reply) => {
    if (!isCounted(request) || isOfThisMachine(request.ip)) return;
    const told: string[] = [];
    const policies: string[] = [];
    for (const bound of bounds) {
      if (bound.name === 'token' && request.headers.authorization === undefined) continue;
      const counted = await bound.check(request);
      if (counted.isAllowed) continue;
      policies.push(`"${bound.name}";q=${bound.most};w=60`);
      told.push(`"${bound.name}";r=${counted.remaining};t=${counted.ttlInSeconds}`);
      reply.header('ratelimit-policy', policies.join(', ')).header('ratelimit', told.join(', '));
      if (!counted.isExceeded) continue;
      pulse.refuse(bound.name);
      throw new Problem('request.too-many').after(Math.max(1, counted.ttlInSeconds));
    }
  });
}
