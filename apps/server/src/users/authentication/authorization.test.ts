import type { Endpoint } from '@waypost/contract/common/endpoint';
import { endpointGroups } from '@waypost/contract/common/endpoint-groups';
import { builtInRoles } from '@waypost/contract/common/permissions';
import { scopes } from '@waypost/contract/common/scopes';
import { type Token, webClient } from '@waypost/contract/users/oauth';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inTransaction } from '../../kernel/db/database.ts';
import { startTestApp, type TestApp } from '../../testing/app/test-app.ts';
import {
  type AnyCallerKind,
  allowedKinds,
  allowedWhenClosed,
  type CallerKind,
  callerKinds,
  kindsAndNoPermission,
  refusedWhenClosed,
  signedInKinds,
} from './allowed-callers.fixture.ts';
import { issueToken } from './tokens.ts';

const endpoints = Object.values(endpointGroups).flat();
const tokens = new Map<AnyCallerKind, string>();
let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
  await inTransaction(app.db, 'writes', async (tx) => {
    for (const kind of [...signedInKinds, 'no permission' as const]) {
      const isBuiltIn = kind === 'member' || kind === 'admin';
      const role = kind === 'member' ? builtInRoles.member : kind;
      if (!isBuiltIn) {
        const permissions = kind === 'no permission' ? [] : [kind];
        const row = { name: kind, display_name: kind, description: null, permissions };
        await tx.insertInto('roles').values(row).execute();
      }
      const person = { role, realname: kind, email: `${kind.replaceAll(' ', '')}@guards.example.org` };
      const { id } = await tx
        .insertInto('users')
        .values({
          ...person,
          password_hash: '',
          language: null,
          last_login: null,
          last_attempt: null,
          updated: null,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      const holder = { userId: id, session: null, client: webClient.id, scopes: ['*'] };
      tokens.set(kind, await issueToken(tx, 'access', holder));
    }
  });
  const tokenRequest = { client_id: webClient.id, client_secret: webClient.secret, scope: scopes.join(' ') };
  const visitor = await app.send<Token>('passer-by', 'POST', '//oauth/token', {
    ...tokenRequest,
    grant_type: 'client_credentials',
  });
  tokens.set('visitor', visitor.body.access_token);
});
afterAll(() => app.close());

/** Unknown ids; the settings group exists. */
const urlOf = (endpoint: Endpoint) =>
  `/api/v3${endpoint.path.replace('{group}', 'site').replace(/\{\w+\}/g, '999999')}`;

let requestCount = 0;
async function requestAs(endpoint: Endpoint, kind: AnyCallerKind): Promise<string> {
  const token = tokens.get(kind);
  const { statusCode } = await app.fastify.inject({
    method: endpoint.method,
    url: urlOf(endpoint),
    // Each from an address of its own, since some addresses are slowed down.
    remoteAddress: `192.0.2.${requestCount++ % 250}`,
    ...(token ? { headers: { authorization: `Bearer ${token}` } } : {}),
    ...(endpoint.method === 'POST' || endpoint.method === 'PUT' ? { payload: {} } : {}),
  });
  return statusCode === 401 || statusCode === 403 ? String(statusCode) : 'let in';
}

/** Accessible without a token only. */
const signatureEndpoints = new Set(['writeBackPost']);
/** Accessible with the token of a receipt only. */
const receiptEndpoints = new Set([
  'readReceiptReport',
  'correctReceiptReport',
  'changeReceiptConsent',
  'withdrawReceiptReport',
  'answerWithReceipt',
]);
const expectedRefusal = (kind: AnyCallerKind, name: string) =>
  (kind === 'passer-by' && !signatureEndpoints.has(name)) || receiptEndpoints.has(name) ? '401' : '403';

test('every endpoint of the contract is in the table, and nothing else', () => {
  expect(Object.keys(allowedKinds).sort()).toEqual(endpoints.map((endpoint) => endpoint.name).sort());
});

const endpointsByName = endpoints.map((endpoint): [string, Endpoint] => [endpoint.name, endpoint]);

test.each(endpointsByName)(
  '%s lets in whom the table says: 401 without a token, 403 with one',
  async (name, endpoint) => {
    const expected = callerKinds.map((kind) => [
      kind,
      allowedKinds[name]?.includes(kind) ? 'let in' : expectedRefusal(kind, name),
    ]);
    const actual: [CallerKind, string][] = [];
    for (const kind of callerKinds) actual.push([kind, await requestAs(endpoint, kind)]);
    expect(actual).toEqual(expected);
  },
);

describe('a closed deployment', () => {
  beforeAll(() => app.send('admin', 'PUT', '/config/site', { private: true }));
  afterAll(() => app.send('admin', 'PUT', '/config/site', { private: false }));

  const opens = (name: string, kind: AnyCallerKind): boolean => {
    if (refusedWhenClosed.has(name)) return false;
    if (allowedWhenClosed[name]?.includes(kind)) return true;
    const isStranger = kind === 'passer-by' || kind === 'visitor' || kind === 'no permission';
    return !isStranger && allowedKinds[name]?.includes(kind) === true;
  };

  test.each(endpointsByName)(
    '%s opens to insiders, and to strangers only for the login',
    async (name, endpoint) => {
      const expected = kindsAndNoPermission.map((kind) => [
        kind,
        opens(name, kind) ? 'let in' : expectedRefusal(kind, name),
      ]);
      const actual: [AnyCallerKind, string][] = [];
      for (const kind of kindsAndNoPermission) actual.push([kind, await requestAs(endpoint, kind)]);
      expect(actual).toEqual(expected);
    },
  );
});
