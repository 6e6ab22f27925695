/** Errors on their way out: whatever was thrown becomes the wire's envelope here and nowhere else (wire 1.9). */
import type { Endpoint } from '@waypost/contract/common/endpoint';
import {
  buildProblemEnvelope,
  buildValidationEnvelope,
  type ErrorEnvelope,
  type ProblemCode,
} from '@waypost/contract/common/problems';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { outageOf } from '../outage.ts';
import { Problem, ValidationError } from './problem.ts';

interface ErrorResponse {
  status: number;
  envelope: ErrorEnvelope;
  /** Seconds. */
  retryAfter?: number | undefined;
}

/** When those are told to come back who are told nothing else: seconds. */
const defaultRetryAfterSeconds: Partial<Record<ProblemCode, number>> = {
  'request.too-many': 60,
  'server.busy': 5,
  'server.no-database': 5,
  'server.no-storage': 5,
  'server.full': 60,
  'server.exporting': 10,
  'server.maintenance': 300,
};

const problemResponse = (problem: Problem): ErrorResponse => ({
  status: problem.status,
  envelope: buildProblemEnvelope(problem.code, problem.params),
  retryAfter: problem.retryAfterSeconds ?? defaultRetryAfterSeconds[problem.code],
});

const badRequest = (reason: string) => problemResponse(new Problem('request.bad', { reason }));

/** Errors of the framework and its plugins, which carry a status or a code of their own. */
function fromForeignError(error: {
  statusCode?: number;
  code?: string;
  message?: string;
}): ErrorResponse | undefined {
  if (error.code === 'FST_ERR_CTP_INVALID_JSON_BODY') return badRequest('the body is not valid JSON');
  if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE') return badRequest('the body is too large');
  if (error.code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE')
    return badRequest('the type of the body is not supported');
  // The name of a PostgreSQL condition: text that holds a zero byte, or a number beyond its column.
  if (error.code === '22021' || error.code === '22P05')
    return badRequest('a text holds a character that cannot be stored');
  if (error.code === '22003') return badRequest('a number is too large');
  if (error.statusCode === 429) return problemResponse(new Problem('request.too-many'));
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500)
    return badRequest(error.message ?? 'it could not be read');
  const outage = outageOf(error);
  return outage && problemResponse(new Problem(outage));
}

function toErrorResponse(error: unknown): ErrorResponse {
  if (error instanceof Problem) return problemResponse(error);
  if (error instanceof ValidationError) {
    const envelope = buildValidationEnvelope(error.resource, error.fieldErrors);
    return { status: envelope.errors[0]?.status ?? 422, envelope };
  }
  const foreign = typeof error === 'object' && error !== null ? fromForeignError(error) : undefined;
  return foreign ?? problemResponse(new Problem('server.failed'));
}

/** No hook runs for what reaches no route, so that its headers are said here. */
const unroutedHeaders = {
  'content-security-policy':
    "default-src 'none'; script-src 'none'; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'permissions-policy': 'geolocation=()',
};

/** What the framework refuses before any route is looked for: an address with broken percent signs, a path too long. */
export function handleFrameworkError(_error: Error, _request: FastifyRequest, reply: FastifyReply): void {
  const { status, envelope } = badRequest('the address is not well formed');
  void reply.headers(unroutedHeaders).code(status).send(envelope);
}

/** What is turned away is counted; a line for each would be one more burden. */
const isLoadShedding = (error: unknown) => error instanceof Problem && error.code === 'server.busy';

/** Answers every error in the wire's shape, and writes those that are ours to the log. */
export function installErrorHandler(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => {
    const { status, envelope, retryAfter } = toErrorResponse(error);
    const outage = outageOf(error);
    if (outage) request.log.warn({ err: error }, `request turned away: ${outage}`);
    else if (status >= 500 && !isLoadShedding(error)) request.log.error({ err: error }, 'request failed');
    if (retryAfter !== undefined && !reply.hasHeader('retry-after')) reply.header('retry-after', retryAfter);
    if (status === 401) reply.header('www-authenticate', 'Bearer realm="OAuth"');
    return reply.code(status).send(envelope);
  });
}

const routePattern = (endpoint: Endpoint) => ({
  method: endpoint.method,
  pattern: new RegExp(`^/api/v3${endpoint.path.replace(/\{\w+\}/g, '[^/]+')}/?$`),
});

/**
 * What an address below `/api` gets that is not served: 405 with `Allow` if another method is, else 404.
 * @param endpoints every endpoint there is: call it when all are mounted
 */
export function createNotFoundHandler(endpoints: readonly Endpoint[]) {
  const patterns = endpoints.map(routePattern);
  return (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const path = request.url.split('?')[0] ?? '';
    const methods = patterns.filter((it) => it.pattern.test(path));
    const problem = problemResponse(
      new Problem(methods.length > 0 ? 'request.wrong-method' : 'request.no-route'),
    );
    if (methods.length > 0) reply.header('allow', [...new Set(methods.map((it) => it.method))].join(', '));
    return reply.code(problem.status).send(problem.envelope);
  };
}
