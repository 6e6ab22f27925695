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
import { Problem } from '../http/problem.ts';
import type { ProcessMetrics } from '../observability/process-metrics.ts';
import { toNetworkPrefix } from './throttle.ts';

const minuteMs = 60_000;
/** Addresses, and tokens, that are remembered at once; those asked for longest ago are forgotten first. */
const maxTrackedClients = 20_000;

/** What costs the database something. Programs and pictures of the interface do not, and gateways have doors of their own. */
const isCounted = (request: FastifyRequest) => /^\/(api\/v3|oauth|storage)\//.test(request.url);

/** Scripts and proxies on this machine; a proxy that says for whom it asks is believed (`TRUST_PROXY`). */
export const isLoopback = (address: string): boolean => /^(127\.|::1$|::ffff:127\.)/.test(address);

const tokenHashOf = (request: FastifyRequest): string | undefined => {
  const header = request.headers.authorization;
  return header === undefined ? undefined : createHash('sha256').update(header).digest('base64url');
};

interface RateLimit {
  name: 'address' | 'token';
  maxPerMinute: number;
  check: ReturnType<FastifyInstance['createRateLimit']>;
}

function createRateLimits(app: FastifyInstance, perAddress: number, perToken: number): RateLimit[] {
  const limit = (max: number, keyGenerator: (request: FastifyRequest) => string) => {
    // The library knows the size of its memory here, and its types do not.
    const options = { max, timeWindow: minuteMs, cache: maxTrackedClients, keyGenerator };
    return app.createRateLimit(options);
  };
  const all: RateLimit[] = [
    {
      name: 'address',
      maxPerMinute: perAddress,
      check: limit(perAddress, (request) => toNetworkPrefix(request.ip)),
    },
    {
      name: 'token',
      maxPerMinute: perToken,
      check: limit(perToken, (request) => tokenHashOf(request) ?? ''),
    },
  ];
  return all.filter((rateLimit) => rateLimit.maxPerMinute > 0);
}

/**
 * Counts every request that is more than a file of the interface; 429 with `Retry-After` beyond a bound.
 * @param maxPerMinute requests in a minute; 0 is without bound. The rate-limit plugin has to be registered before
 */
export function installRateLimits(
  app: FastifyInstance,
  maxPerMinute: { perAddress: number; perToken: number },
  metrics: ProcessMetrics,
): void {
  const rateLimits = createRateLimits(app, maxPerMinute.perAddress, maxPerMinute.perToken);
  if (rateLimits.length === 0) return;
  app.addHook('onRequest', async (request, reply) => {
    if (!isCounted(request) || isLoopback(request.ip)) return;
    const remaining: string[] = [];
    const policies: string[] = [];
    for (const rateLimit of rateLimits) {
      if (rateLimit.name === 'token' && request.headers.authorization === undefined) continue;
      const counted = await rateLimit.check(request);
      if (counted.isAllowed) continue;
      policies.push(`"${rateLimit.name}";q=${rateLimit.maxPerMinute};w=60`);
      remaining.push(`"${rateLimit.name}";r=${counted.remaining};t=${counted.ttlInSeconds}`);
      reply.header('ratelimit-policy', policies.join(', ')).header('ratelimit', remaining.join(', '));
      if (!counted.isExceeded) continue;
      metrics.countRejection(rateLimit.name);
      throw new Problem('request.too-many').withRetryAfter(Math.max(1, counted.ttlInSeconds));
    }
  });
}
