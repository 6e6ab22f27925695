/** Callback endpoints of gateways (API v3 §2.24). They are below the server's root, and each has its own authentication. */
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
import { toStorableId } from '../incoming/normalize-message.ts';
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

/** The fields with texts or numbers; for repeated names the last value. */
function toTextFields(input: unknown): Record<string, string> {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return {};
  return Object.fromEntries(
    Object.entries(input).flatMap(([name, fieldValue]: [string, unknown]): [string, string][] => {
      const value: unknown = Array.isArray(fieldValue) ? fieldValue.at(-1) : fieldValue;
      return typeof value === 'string' || typeof value === 'number' ? [[name, String(value)]] : [];
    }),
  );
}

/** A HEAD request is read as the GET that it asks about; `withoutWrites` keeps it from having the effects of one. */
function toCallbackRequest(mount: MountContext, request: FastifyRequest): CallbackRequest {
  const [query, form] = [toTextFields(request.query), toTextFields(request.body)];
  return {
    method: request.method === 'HEAD' ? 'GET' : request.method,
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

const createCallbackContext = (
  db: Db,
  accept: MessageAcceptor,
  active: Pick<ActiveProvider, 'id' | 'isAuthenticated'>,
): CallbackContext => {
  const { id: source } = active;
  return {
    accept: (messages) => accept(active, messages),
    claimPending: (maxMessages) =>
      inTransaction(db, 'writes', (tx) => claimPendingMessages(tx, source, maxMessages, 'unknown')),
    findAwaitingReceipt: (maxMessages) => findAwaitingReceipt(db, source, maxMessages),
    recordReceipts: async (receipts) => {
      for (const receipt of receipts)
        if ('externalId' in receipt)
          await recordReceiptByExternalId(db, source, toStorableId(receipt.externalId), receipt.status);
        else await recordReceiptByMessageId(db, source, receipt.messageId, receipt.status);
    },
  };
};

/** The context of a HEAD request: neither hands out nor stores messages or receipts. */
const withoutWrites = (context: CallbackContext): CallbackContext => ({
  accept: () => Promise.resolve(),
  claimPending: () => Promise.resolve([]),
  findAwaitingReceipt: context.findAwaitingReceipt,
  recordReceipts: () => Promise.resolve(),
});

interface CallbackDependencies {
  mount: MountContext;
  /** The active sources; concurrent requests share one query. @throws Problem 503 during maintenance */
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
    accept: createBatchingAcceptor(db, secretBox),
    guessLimiter: new SecretGuessLimiter(db),
  };
}

const forbiddenStatus = 403;
const urlSecretRefusal: CallbackResponse = jsonResponse(forbiddenStatus, {
  errors: [{ status: forbiddenStatus, message: 'The secret in the address is missing or wrong' }],
});

/**
 * Whether the URL ends with the secret that is set. If none is set, the plain URL is open, and URLs with a secret do not exist.
 * @throws Problem 404
 */
function hasValidUrlSecret({ options }: ActiveProvider, { params }: FastifyRequest): boolean {
  const { addressSecret } = params as { addressSecret?: string };
  const secret: string = options['address_secret'] ?? '';
  if (secret !== '') return isSecretEqual(secret, addressSecret);
  if (addressSecret !== undefined) throw new Problem('request.no-route');
  return true;
}

const withHead = (methods: Callback['methods']) =>
  methods.includes('GET') ? [...methods, 'HEAD'] : [...methods];

function mountCallback(
  { mount, readActiveSources, accept, guessLimiter }: CallbackDependencies,
  id: ProviderId,
  callback: Callback,
): void {
  const handler = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const isHead = request.method === 'HEAD';
    const source = (await readActiveSources()).find((provider) => provider.id === id);
    if (!source) throw new Problem('request.no-route');
    const context = createCallbackContext(mount.db, accept, source);
    const { status, type, body } = await guessLimiter.answerLimited(
      id,
      toNetworkPrefix(request.ip),
      () =>
        hasValidUrlSecret(source, request)
          ? callback.handle(
              toCallbackRequest(mount, request),
              source.options,
              isHead ? withoutWrites(context) : context,
            )
          : Promise.resolve(urlSecretRefusal),
      (response) => response.status === forbiddenStatus,
    );
    if (type !== undefined) reply.header('content-type', type);
    // Without a body no length is sent either, which would differ from that of the GET.
    return reply.code(status).send(isHead ? undefined : (body ?? ''));
  };
  const hasUrlSecretOption = Object.values(describeProvider(id).options).some(
    (option) => option.inAddress === true,
  );
  const urls = callback.paths.flatMap((path) =>
    hasUrlSecretOption ? [path, `${path}/:addressSecret`] : [path],
  );
  for (const url of urls)
    mount.app.route({ method: withHead(callback.methods), url, exposeHeadRoute: false, handler });
}

/** Mounts the callback endpoints of all data sources. */
export function mountCallbacks(mount: MountContext, secretBox: SecretBox): void {
  const dependencies = createCallbackDependencies(mount, secretBox);
  for (const id of providerIds)
    for (const callback of findProvider(id)?.callbacks ?? []) mountCallback(dependencies, id, callback);
}
