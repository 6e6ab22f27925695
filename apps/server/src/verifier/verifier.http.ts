/**
 * What the server says of itself to whoever sets it up. Mounted without `route`, which begins with a transaction: why the
 * database does not answer could then not be told. Off unless the operator wants it (`INSTALL_DEBUG`).
 */
import type { Endpoint } from '@waypost/contract/common/endpoint';
import {
  type Diagnosis,
  installDebugHeader,
  verifyDatabase,
  verifyEnvironment,
} from '@waypost/contract/verifier/verifier';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { MountContext } from '../kernel/http/route.ts';
import { checkDatabase } from './check-database.ts';
import { checkEnvironment, type EnvironmentDependencies } from './check-environment.ts';

interface VerifierOptions extends EnvironmentDependencies {
  installDebug: boolean;
  /** Names of the migrations that this version has. */
  migrations: readonly string[];
  version: string;
}

const replyOff = (reply: FastifyReply) => reply.code(204).header(installDebugHeader, 'off').send();

/** What arrived here, for finding out what a proxy made of an address (API v3 §1.1). */
const echoRequest = (request: FastifyRequest, version: string) => ({
  api: { name: 'Waypost', version },
  data: {
    _GET: request.query,
    _POST: {},
    _REQUEST: request.query,
    _SERVER: {
      REQUEST_METHOD: request.method,
      REQUEST_URI: request.url,
      HTTP_HOST: request.host,
      REQUEST_SCHEME: request.protocol,
    },
  },
});

const isRootUrl = (url: string) => /^\/(?:api\/v3\/?)?(?:\?|$)/.test(url);

export function mountVerifier(mount: MountContext, options: VerifierOptions): void {
  const check = (endpoint: Endpoint, diagnose: () => Promise<Diagnosis>) => {
    mount.endpoints.push(endpoint);
    mount.app.get(`/api/v3${endpoint.path}`, async (_request, reply) => {
      if (!options.installDebug) return replyOff(reply);
      const diagnosis = await diagnose();
      return reply.send(mount.validateResponses ? endpoint.response.parse(diagnosis) : diagnosis);
    });
  };
  check(verifyDatabase, () => checkDatabase(mount.db, options.migrations));
  check(verifyEnvironment, () => checkEnvironment(options));
  mount.app.addHook('onRequest', async (request, reply) => {
    const asks = (request.query as Record<string, unknown>)['gwcheck'] === '1' && isRootUrl(request.url);
    if (!asks) return undefined;
    return options.installDebug ? reply.send(echoRequest(request, options.version)) : replyOff(reply);
  });
}
