/** The addresses that gateways send to (wire 2.24): below the server's own, and each with an authentication of its own. */
import { type ProviderId, providerIds } from '@waypost/contract/data-providers';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { inTransaction } from '../kernel/db.ts';
import { Problem } from '../kernel/problem.ts';
import { addressesOf, type Mount } from '../kernel/route.ts';
import type { Vault } from '../kernel/vault.ts';
import { type ActiveProvider, readActiveProviders } from '../settings/settings.public.ts';
import { acceptMessages } from './accept-messages.ts';
import { handedOut, settleByOurs, settleByTheirs, takePending } from './outgoing.sql.ts';
import type { Callback, CallbackRequest, Desk } from './provider.ts';
import { providerOf } from './providers/all.ts';

/** Texts and numbers; of a name that is there twice, the last. */
function fieldsIn(sent: unknown): Record<string, string> {
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) return {};
  return Object.fromEntries(
    Object.entries(sent).flatMap(([name, given]: [string, unknown]): [string, string][] => {
      const value: unknown = Array.isArray(given) ? given.at(-1) : given;
      return typeof value === 'string' || typeof value === 'number' ? [[name, String(value)]] : [];
    }),
  );
}

function requestIn(mount: Mount, request: FastifyRequest): CallbackRequest {
  const [query, form] = [fieldsIn(request.query), fieldsIn(request.body)];
  return {
    method: request.method,
    url: addressesOf(mount, request).root + (request.raw.url ?? ''),
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

const deskOf = ({ db }: Mount, source: ProviderId): Desk => ({
  accept: (messages) => acceptMessages(db, source, messages),
  handOut: (most) => inTransaction(db, 'writes', (tx) => takePending(tx, source, most, 'unknown')),
  awaitingReceipt: (most) => handedOut(db, source, most),
  settle: async (receipts) => {
    for (const receipt of receipts)
      if ('theirs' in receipt) await settleByTheirs(db, source, receipt.theirs, receipt.status);
      else await settleByOurs(db, source, receipt.ours, receipt.status);
  },
});

/** @throws Problem 503 while the deployment is being worked on, 404 while the source is off */
const activeOne = (mount: Mount, vault: Vault, id: ProviderId): Promise<ActiveProvider> =>
  inTransaction(mount.db, 'reads', async (tx) => {
    if ((await mount.standing(tx)).isDown) throw new Problem('server.maintenance');
    const found = (await readActiveProviders(tx, vault)).find((it) => it.id === id);
    if (!found) throw new Problem('request.no-route');
    return found;
  });

function mountCallback(mount: Mount, vault: Vault, id: ProviderId, callback: Callback): void {
  const handler = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { options } = await activeOne(mount, vault, id);
    const { status, type, body } = await callback.answer(
      requestIn(mount, request),
      options,
      deskOf(mount, id),
    );
    if (type !== undefined) reply.header('content-type', type);
    return reply.code(status).send(body ?? '');
  };
  for (const url of callback.paths)
    mount.app.route({ method: [...callback.methods], url, exposeHeadRoute: false, handler });
}

/** Mounts the addresses of every data source. */
export function mountCallbacks(mount: Mount, vault: Vault): void {
  for (const id of providerIds)
    for (const callback of providerOf(id)?.callbacks ?? []) mountCallback(mount, vault, id, callback);
}
