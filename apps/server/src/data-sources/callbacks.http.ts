/** The addresses that gateways send to (wire 2.24): below the server's own, and each with an authentication of its own. */
import { describedAs, type ProviderId, providerIds } from '@waypost/contract/data-providers';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Db, inTransaction } from '../kernel/db.ts';
import { Problem } from '../kernel/problem.ts';
import { Rounds } from '../kernel/rounds.ts';
import { addressesOf, type Mount } from '../kernel/route.ts';
import { callerOf } from '../kernel/throttle.ts';
import type { Vault } from '../kernel/vault.ts';
import { type ActiveProvider, readActiveProviders } from '../settings/settings.public.ts';
import { type Acceptance, acceptanceOf } from './accept-messages.ts';
import { handedOut, settleByOurs, settleByTheirs, takePending } from './outgoing.sql.ts';
import {
  type Callback,
  type CallbackAnswer,
  type CallbackRequest,
  type Desk,
  jsonAnswer,
} from './provider.ts';
import { providerOf } from './providers/all.ts';
import { isSame } from './same-secret.ts';
import { WrongSecrets } from './wrong-secrets.ts';

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

const deskOf = (db: Db, accept: Acceptance, source: ProviderId): Desk => ({
  accept: (messages) => accept(source, messages),
  handOut: (most) => inTransaction(db, 'writes', (tx) => takePending(tx, source, most, 'unknown')),
  awaitingReceipt: (most) => handedOut(db, source, most),
  settle: async (receipts) => {
    for (const receipt of receipts)
      if ('theirs' in receipt) await settleByTheirs(db, source, receipt.theirs, receipt.status);
      else await settleByOurs(db, source, receipt.ours, receipt.status);
  },
});

interface Door {
  mount: Mount;
  /** The sources that are on now; requests that come at once share one look. @throws Problem 503 while the deployment is being worked on */
  look: () => Promise<readonly ActiveProvider[]>;
  accept: Acceptance;
  wrong: WrongSecrets;
}

function doorOf(mount: Mount, vault: Vault): Door {
  const { db } = mount;
  const looks = new Rounds<undefined, readonly ActiveProvider[]>(async (asked) => {
    const active = await inTransaction(db, 'reads', async (tx) => {
      if ((await mount.standing(tx)).isDown) throw new Problem('server.maintenance');
      return readActiveProviders(tx, vault);
    });
    return asked.map(() => active);
  });
  return {
    mount,
    look: () => looks.do(undefined),
    accept: acceptanceOf(db),
    wrong: new WrongSecrets(db),
  };
}

const forbidden = 403;
const noAddressSecret: CallbackAnswer = jsonAnswer(forbidden, {
  errors: [{ status: forbidden, message: 'The secret in the address is missing or wrong' }],
});

/**
 * Whether the address ends with the secret that is set. Without one the plain address is open, as it always was, and any longer
 * one is unknown.
 */
function hasAddressSecret({ options }: ActiveProvider, { params }: FastifyRequest): boolean {
  const { addressSecret: sent } = params as { addressSecret?: string };
  const secret: string = options['address_secret'] ?? '';
  if (secret !== '') return isSame(secret, sent);
  if (sent !== undefined) throw new Problem('request.no-route');
  return true;
}

function mountCallback({ mount, look, accept, wrong }: Door, id: ProviderId, callback: Callback): void {
  const desk = deskOf(mount.db, accept, id);
  const handler = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const source = (await look()).find((it) => it.id === id);
    if (!source) throw new Problem('request.no-route');
    const { status, type, body } = await wrong.slowDown(
      id,
      callerOf(request.ip),
      () =>
        hasAddressSecret(source, request)
          ? callback.answer(requestIn(mount, request), source.options, desk)
          : Promise.resolve(noAddressSecret),
      (answer) => answer.status === forbidden,
    );
    if (type !== undefined) reply.header('content-type', type);
    return reply.code(status).send(body ?? '');
  };
  const isSecretOffered = Object.values(describedAs(id).options).some((option) => option.inAddress === true);
  const urls = callback.paths.flatMap((path) =>
    isSecretOffered ? [path, `${path}/:addressSecret`] : [path],
  );
  for (const url of urls)
    mount.app.route({ method: [...callback.methods], url, exposeHeadRoute: false, handler });
}

/** Mounts the addresses of every data source. */
export function mountCallbacks(mount: Mount, vault: Vault): void {
  const door = doorOf(mount, vault);
  for (const id of providerIds)
    for (const callback of providerOf(id)?.callbacks ?? []) mountCallback(door, id, callback);
}
