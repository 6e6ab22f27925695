/** Errors on their way out: whatever was thrown becomes the wire's envelope here and nowhere else (wire 1.9). */
import type { Endpoint } from '@waypost/contract/endpoint';
import {
  type ErrorEnvelope,
  faultsEnvelope,
  type ProblemCode,
  problemEnvelope,
} from '@waypost/contract/problems';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { outageOf } from './outage.ts';
import { Faults, Problem } from './problem.ts';

interface Told {
  status: number;
  envelope: ErrorEnvelope;
  /** Seconds. */
  retryAfter?: number | undefined;
}

/** When those are told to come back who are told nothing else: seconds. */
const comeBack: Partial<Record<ProblemCode, number>> = {
  'request.too-many': 60,
  'server.busy': 5,
  'server.no-database': 5,
  'server.no-storage': 5,
  'server.full': 60,
  'server.exporting': 10,
  'server.maintenance': 300,
};

const told = (problem: Problem): Told => ({
  status: problem.status,
  envelope: problemEnvelope(problem.code, problem.params),
  retryAfter: problem.retryAfter ?? comeBack[problem.code],
});

const bad = (reason: string) => told(new Problem('request.bad', { reason }));

/** Errors of the framework and its plugins, which carry a status or a code of their own. */
function tellForeign(error: { statusCode?: number; code?: string; message?: string }): Told | undefined {
  if (error.code === 'FST_ERR_CTP_INVALID_JSON_BODY') return bad('the body is not valid JSON');
  if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE') return bad('the body is too large');
  if (error.code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return bad('the type of the body is not supported');
  // The name of a PostgreSQL condition: text that holds a zero byte, or a number beyond its column.
  if (error.code === '22021' || error.code === '22P05')
    return bad('a text holds a character that cannot be stored');
  if (error.code === '22003') return bad('a number is too large');
  if (error.statusCode === 429) return told(new Problem('request.too-many'));
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500)
    return bad(error.message ?? 'it could not be read');
  const outage = outageOf(error);
  return outage && told(new Problem(outage));
}

function tell(error: unknown): Told {
  if (error instanceof Problem) return told(error);
  if (error instanceof Faults) {
    const envelope = faultsEnvelope(error.resource, error.faults);
    return { status: envelope.errors[0]?.status ?? 422, envelope };
  }
  const foreign = typeof error === 'object' && error !== null ? tellForeign(error) : undefined;
  return foreign ?? told(new Problem('server.failed'));
}

/** No hook runs for what reaches no route, so that its headers are said here. */
const bareHeaders = {
  'content-security-policy':
    "default-src 'none'; script-src 'none'; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'permissions-policy': 'geolocation=()',
};

/** What the framework refuses before any route is looked for: an address with broken percent signs, a path too long. */
export function tellUnreadable(_error: Error, _request: FastifyRequest, reply: FastifyReply): void {
  const { status, envelope } = bad('the address is not well formed');
  void reply.headers(bareHeaders).code(status).send(envelope);
}

/** What is turned away is counted; a line for each would be one more burden. */
const isShed = (error: unknown) => error instanceof Problem && error.code === 'server.busy';

/** Answers every error in the wire's shape, and writes those that are ours to the log. */
export function tellErrors(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => {
    const { status, envelope, retryAfter } = tell(error);
    const outage = outageOf(error);
    if (outage) request.log.warn({ err: error }, `request turned away: ${outage}`);
    else if (status >= 500 && !isShed(error)) request.log.error({ err: error }, 'request failed');
    if (retryAfter !== undefined && !reply.hasHeader('retry-after')) reply.header('retry-after', retryAfter);
    if (status === 401) reply.header('www-authenticate', 'Bearer realm="OAuth"');
    return reply.code(status).send(envelope);
  });
}

const patternOf = (endpoint: Endpoint) => ({
  method: endpoint.method,
  pattern: new RegExp(`^/api/v3${endpoint.path.replace(/\{\w+\}/g, '[^/]+')}/?$`),
});

/**
 * What an address below `/api` gets that is not served: 405 with `Allow` if another method is, else 404.
 * @param mounted every endpoint there is: call it when all are mounted
 */
export function tellNoRoute(mounted: readonly Endpoint[]) {
  const patterns = mounted.map(patternOf);
  return (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const path = request.url.split('?')[0] ?? '';
    const methods = patterns.filter((it) => it.pattern.test(path));
    const problem = told(new Problem(methods.length > 0 ? 'request.wrong-method' : 'request.no-route'));
    if (methods.length > 0) reply.header('allow', [...new Set(methods.map((it) => it.method))].join(', '));
    return reply.code(problem.status).send(problem.envelope);
  };
}
