/** The addresses that gateways send to (API v3 §2.24): below the server's own, and each with an authentication of its own. */
import {
  describeProvider,
  type ProviderId,
  providerIds,
} from '@waypost/contract/data-sources/data-providers';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Batcher } from '../../kernel/batching/batcher.ts';
import { type Db, inTransaction } from '../../kernel/db/database.ts';
import { Problem } from '../../kernel/http/problem.ts';
import { createUrlBuilder, type MountContext } from '../../kernel/http/route.ts';
import { toNetworkPrefix } from '../../kernel/limits/throttle.ts';
import type { SecretBox } from '../../kernel/security/secret-box.ts';
import { type ActiveProvider, readActiveProviders } from '../../settings/settings.public.ts';
import { createBatchingAcceptor, type MessageAcceptor } from '../incoming/enqueue-messages.ts';
import {
  claimPendingMessages,
  findAwaitingReceipt,
  recordReceiptByExternalId,
  recordReceiptByMessageId,
} from '../outgoing/outgoing-messages.sql.ts';
import {
  type Callback,
  type CallbackContext,
  type CallbackRequest,
  type CallbackResponse,
  jsonResponse,
} from '../provider.ts';
import { findProvider } from '../providers/registry.ts';
import { SecretGuessLimiter } from './secret-guess-limiter.ts';
import { isSecretEqual } from './shared-secret.ts';

/** Texts and numbers; of a name that is there twice, the last. */
function toTextFields(sent: unknown): Record<string, string> {
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) return {};
  return Object.fromEntries(
    Object.entries(sent).flatMap(([name, fieldValue]: [string, unknown]): [string, string][] => {
      const value: unknown = Array.isArray(fieldValue) ? fieldValue.at(-1) : fieldValue;
      return typeof value === 'string' || typeof value === 'number' ? [[name, String(value)]] : [];
    }),
  );
}

function toCallbackRequest(mount: MountContext, request: FastifyRequest): CallbackRequest {
  const [query, form] = [toTextFields(request.query), toTextFields(request.body)];
  return {
    method: request.method,
    url: createUrlBuilder(mount, request).baseUrl + (request.raw.url ?? ''),
    fields: { ...query, ...form },
    query,
    form,
    body: request.body,
    header: (name) => {
      const value = request.headers[name];
      return typeof value === 'string' ? value : undefined;
    },
  };
}

const createCallbackContext = (db: Db, accept: MessageAcceptor, source: ProviderId): CallbackContext => ({
  accept: (messages) => accept(source, messages),
  claimPending: (most) =>
    inTransaction(db, 'writes', (tx) => claimPendingMessages(tx, source, most, 'unknown')),
  findAwaitingReceipt: (most) => findAwaitingReceipt(db, source, most),
  recordReceipts: async (receipts) => {
    for (const receipt of receipts)
      if ('theirs' in receipt) await recordReceiptByExternalId(db, source, receipt.theirs, receipt.status);
      else await recordReceiptByMessageId(db, source, receipt.ours, receipt.status);
  },
});

interface CallbackDependencies {
  mount: MountContext;
  /** The sources that are on now; requests that come at once share one look. @throws Problem 503 while the deployment is being worked on */
  readActiveSources: () => Promise<readonly ActiveProvider[]>;
  accept: MessageAcceptor;
  guessLimiter: SecretGuessLimiter;
}

function createCallbackDependencies(mount: MountContext, secretBox: SecretBox): CallbackDependencies {
  const { db } = mount;
  const batcher = new Batcher<undefined, readonly ActiveProvider[]>(async (requests) => {
    const active = await inTransaction(db, 'reads', async (tx) => {
      if ((await mount.readDeploymentState(tx)).isUnderMaintenance) throw new Problem('server.maintenance');
      return readActiveProviders(tx, secretBox);
    });
    return requests.map(() => active);
  });
  return {
    mount,
    readActiveSources: () => batcher.enqueue(undefined),
    accept: createBatchingAcceptor(db),
    guessLimiter: new SecretGuessLimiter(db),
  };
}

const forbidden = 403;
const urlSecretRefusal: CallbackResponse = jsonResponse(forbidden, {
  errors: [{ status: forbidden, message: 'The secret in the address is missing or wrong' }],
});

/**
 * Whether the address ends with the secret that is set. Without one the plain address is open, as it always was, and any longer
 * one is unknown.
 */
function hasValidUrlSecret({ options }: ActiveProvider, { params }: FastifyRequest): boolean {
  const { addressSecret: sent } = params as { addressSecret?: string };
  const secret: string = options['address_secret'] ?? '';
  if (secret !== '') return isSecretEqual(secret, sent);
  if (sent !== undefined) throw new Problem('request.no-route');
  return true;
}

function mountCallback(
  { mount, readActiveSources, accept, guessLimiter }: CallbackDependencies,
  id: ProviderId,
  callback: Callback,
): void {
  const context = createCallbackContext(mount.db, accept, id);
  const handler = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const source = (await readActiveSources()).find((it) => it.id === id);
    if (!source) throw new Problem('request.no-route');
    const { status, type, body } = await guessLimiter.answerLimited(
      id,
      toNetworkPrefix(request.ip),
      () =>
        hasValidUrlSecret(source, request)
          ? callback.handle(toCallbackRequest(mount, request), source.options, context)
          : Promise.resolve(urlSecretRefusal),
      (answer) => answer.status === forbidden,
    );
    if (type !== undefined) reply.header('content-type', type);
    return reply.code(status).send(body ?? '');
  };
  const isSecretOffered = Object.values(describeProvider(id).options).some(
    (option) => option.inAddress === true,
  );
  const urls = callback.paths.flatMap((path) =>
    isSecretOffered ? [path, `${path}/:addressSecret`] : [path],
  );
  for (const url of urls)
    mount.app.route({ method: [...callback.methods], url, exposeHeadRoute: false, handler });
}

/** Mounts the addresses of every data source. */
export function mountCallbacks(mount: MountContext, secretBox: SecretBox): void {
  const dependencies = createCallbackDependencies(mount, secretBox);
  for (const id of providerIds)
    for (const callback of findProvider(id)?.callbacks ?? []) mountCallback(dependencies, id, callback);
}
