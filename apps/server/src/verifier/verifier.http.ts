/**
 * Diagnostic routes for installation (API v3 §2.23), off unless `INSTALL_DEBUG` is set. They are mounted without `route`, which
 * starts with a transaction and could not report that the database does not answer.
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
  /** Names of the migrations of this version. */
  migrations: readonly string[];
  version: string;
}

const replyOff = (reply: FastifyReply) => reply.code(204).header(installDebugHeader, 'off').send();

/** The request as it arrived, to find out how a proxy has changed the URL (API v3 §1.1). */
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

/** Mounts the diagnostic routes. */
export function mountVerifier(mount: MountContext, options: VerifierOptions): void {
  const check = (endpoint: Endpoint, diagnose: () => Promise<Diagnosis>) => {
    mount.endpoints.push(endpoint);
    mount.app.get(`/api/v3${endpoint.path}`, { config: { endpoint } }, async (_request, reply) => {
      if (!options.installDebug) return replyOff(reply);
      const diagnosis = await diagnose();
      return reply.send(mount.validateResponses ? endpoint.response.parse(diagnosis) : diagnosis);
    });
  };
  check(verifyDatabase, () => checkDatabase(mount.db, options.migrations));
  check(verifyEnvironment, () => checkEnvironment(options));
  mount.app.addHook('onRequest', async (request, reply) => {
    const isEchoRequest =
      (request.query as Record<string, unknown>)['gwcheck'] === '1' && isRootUrl(request.url);
    if (!isEchoRequest) return undefined;
    return options.installDebug ? reply.send(echoRequest(request, options.version)) : replyOff(reply);
  });
}
