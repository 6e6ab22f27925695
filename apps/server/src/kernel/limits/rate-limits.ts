/**
 * Rate limits per network address and per token, in requests per minute. They are far above what people do, so that no single
 * client takes the capacity of a process. Counted in the memory of each process, since they only bound the work of that process;
 * limits of the whole deployment are in the database (`throttle.ts`).
 *
 * Responses have the headers of draft-ietf-httpapi-ratelimit-headers: `RateLimit-Policy: "address";q=6000;w=60` and
 * `RateLimit: "address";r=5998;t=42`.
 */
import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Problem } from '../http/problem.ts';
import type { ProcessMetrics } from '../observability/process-metrics.ts';
import { toNetworkPrefix } from './throttle.ts';

const minuteMs = 60_000;
/** Addresses, and tokens, that are tracked at once; the least recently seen are dropped first. */
const maxTrackedClients = 20_000;

/** Requests that use the database. The files of the web client do not, and gateways have limits of their own. */
const isCounted = (request: FastifyRequest) => /^\/(api\/v3|oauth|storage)\//.test(request.url);

/** Whether a request is from a script or proxy on this machine, unless the proxy names its client (`TRUST_PROXY`). */
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
  const createLimit = (max: number, keyGenerator: (request: FastifyRequest) => string) => {
    // `cache` is an option of the library that its types lack.
    const options = { max, timeWindow: minuteMs, cache: maxTrackedClients, keyGenerator };
    return app.createRateLimit(options);
  };
  const rateLimits: RateLimit[] = [
    {
      name: 'address',
      maxPerMinute: perAddress,
      check: createLimit(perAddress, (request) => toNetworkPrefix(request.ip)),
    },
    {
      name: 'token',
      maxPerMinute: perToken,
      check: createLimit(perToken, (request) => tokenHashOf(request) ?? ''),
    },
  ];
  return rateLimits.filter((rateLimit) => rateLimit.maxPerMinute > 0);
}

/**
 * Limits requests to the API, OAuth and stored files: 429 with `Retry-After` beyond a limit. Register the rate-limit plugin before.
 * @param maxPerMinute requests per minute; 0 is unlimited
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
      const result = await rateLimit.check(request);
      if (result.isAllowed) continue;
      policies.push(`"${rateLimit.name}";q=${rateLimit.maxPerMinute};w=60`);
      remaining.push(`"${rateLimit.name}";r=${result.remaining};t=${result.ttlInSeconds}`);
      reply.header('ratelimit-policy', policies.join(', ')).header('ratelimit', remaining.join(', '));
      if (!result.isExceeded) continue;
      metrics.countRejection(rateLimit.name);
      throw new Problem('request.too-many').withRetryAfter(Math.max(1, result.ttlInSeconds));
    }
  });
}
