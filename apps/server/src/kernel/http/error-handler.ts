/** Turns thrown errors into error responses (API v3 §1.9). No other module does. */
import type { Endpoint } from '@waypost/contract/common/endpoint';
import type { ErrorEnvelope } from '@waypost/contract/common/error-envelope';
import {
  buildProblemEnvelope,
  buildValidationEnvelope,
  type ProblemCode,
} from '@waypost/contract/common/problems';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ProcessMetrics } from '../observability/process-metrics.ts';
import { outageOf } from '../outage.ts';
import { Problem, ValidationError } from './problem.ts';

interface ErrorResponse {
  status: number;
  envelope: ErrorEnvelope;
  retryAfterSeconds?: number | undefined;
}

/** `Retry-After` of errors that set none of their own. */
const defaultRetryAfterSeconds: Partial<Record<ProblemCode, number>> = {
  'request.too-many': 60,
  'server.busy': 5,
  'server.no-database': 5,
  'server.no-storage': 5,
  'server.full': 60,
  'server.exporting': 10,
  'import.running': 5,
  'server.maintenance': 300,
};

const problemResponse = (problem: Problem): ErrorResponse => ({
  status: problem.status,
  envelope: buildProblemEnvelope(problem.code, problem.params),
  retryAfterSeconds: problem.retryAfterSeconds ?? defaultRetryAfterSeconds[problem.code],
});

const badRequestResponse = (reason: string) => problemResponse(new Problem('request.bad', { reason }));

/** Errors of the framework, its plugins and PostgreSQL, which have a status or a code of their own. */
function fromLibraryError(error: {
  statusCode?: number;
  code?: string;
  message?: string;
}): ErrorResponse | undefined {
  if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE') return badRequestResponse('the body is too large');
  if (error.code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE')
    return badRequestResponse('the type of the body is not supported');
  // Codes of PostgreSQL: text with a zero byte; a number out of range of its column.
  if (error.code === '22021' || error.code === '22P05')
    return badRequestResponse('a text holds a character that cannot be stored');
  if (error.code === '22003') return badRequestResponse('a number is too large');
  if (error.statusCode === 429) return problemResponse(new Problem('request.too-many'));
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500)
    return badRequestResponse(error.message ?? 'it could not be read');
  const outage = outageOf(error);
  return outage && problemResponse(new Problem(outage));
}

function toErrorResponse(error: unknown): ErrorResponse {
  if (error instanceof Problem) return problemResponse(error);
  if (error instanceof ValidationError) {
    const envelope = buildValidationEnvelope(error.resource, error.fieldErrors);
    return { status: envelope.errors[0]?.status ?? 422, envelope };
  }
  const libraryResponse = typeof error === 'object' && error !== null ? fromLibraryError(error) : undefined;
  return libraryResponse ?? problemResponse(new Problem('server.failed'));
}

/** No hook runs for requests that reach no route, so their headers are set here. */
const unroutedHeaders = {
  'content-security-policy':
    "default-src 'none'; script-src 'none'; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'permissions-policy': 'geolocation=()',
};

/** Answers requests that the framework refuses before routing: broken percent encoding, a path that is too long. */
export function handleFrameworkError(_error: Error, _request: FastifyRequest, reply: FastifyReply): void {
  const { status, envelope } = badRequestResponse('the address is not well formed');
  void reply.headers(unroutedHeaders).code(status).send(envelope);
}

/**
 * Requests that are rejected on purpose. They are counted (`ProcessMetrics`). They are not logged, since a line for each adds to
 * the load.
 */
const isTurnedAway = (error: unknown) =>
  error instanceof Problem && (error.code === 'server.busy' || error.code === 'server.exporting');

const toMessage = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Answers every error in the format of the API and logs those that are the fault of the server. */
export function installErrorHandler(app: FastifyInstance, metrics: ProcessMetrics): void {
  app.setErrorHandler((error, request, reply) => {
    const { status, envelope, retryAfterSeconds } = toErrorResponse(error);
    const outage = outageOf(error);
    // Told in words: the cause lies outside the program, and a stack for each request would fill what is left of a disk.
    if (outage) request.log.warn(`request turned away: ${outage}: ${toMessage(error)}`);
    else if (isTurnedAway(error)) {
      metrics.markTurnedAway(request);
      metrics.countRejection('pressure');
    } else if (status >= 500) request.log.error({ err: error }, 'request failed');
    if (retryAfterSeconds !== undefined && !reply.hasHeader('retry-after'))
      reply.header('retry-after', retryAfterSeconds);
    if (status === 401) reply.header('www-authenticate', 'Bearer realm="OAuth"');
    return reply.code(status).send(envelope);
  });
}

const routePattern = (endpoint: Endpoint) => ({
  method: endpoint.method,
  pattern: new RegExp(`^/api/v3${endpoint.path.replace(/\{\w+\}/g, '[^/]+')}/?$`),
});

/**
 * Answers requests that match no route: 405 with `Allow` if the path has another method, else 404.
 * @param endpoints every endpoint: call this when all are mounted
 */
export function createNotFoundHandler(endpoints: readonly Endpoint[]) {
  const patterns = endpoints.map(routePattern);
  return (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const path = request.url.split('?')[0] ?? '';
    const matching = patterns.filter(({ pattern }) => pattern.test(path));
    const problem = problemResponse(
      new Problem(matching.length > 0 ? 'request.wrong-method' : 'request.no-route'),
    );
    if (matching.length > 0)
      reply.header('allow', [...new Set(matching.map(({ method }) => method))].join(', '));
    return reply.code(problem.status).send(problem.envelope);
  };
}
