import type { Endpoint } from '@waypost/contract/endpoint';
import { endpointGroups } from '@waypost/contract/endpoints';
import { type Token, webClient } from '@waypost/contract/oauth';
import { builtInRoles, permissions } from '@waypost/contract/privileges';
import { scopes } from '@waypost/contract/scopes';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inTransaction } from '../kernel/db.ts';
import { type Deployment, startDeployment } from '../testing/deployment.ts';
import { issueToken } from './tokens.ts';

const kinds = ['passer-by', 'visitor', 'member', ...permissions, 'admin'] as const;
type Who = (typeof kinds)[number];

const signedIn = kinds.filter((kind) => kind !== 'passer-by' && kind !== 'visitor');
const withToken = kinds.filter((kind) => kind !== 'passer-by');
const everybody = kinds;
/** Only owners, whom an id that does not exist has none of. */
const nobody: readonly Who[] = [];
const only = (...some: Who[]): readonly Who[] => [...some, 'admin'];

/**
 * Who gets past the door of what, with an empty form and an id that does not exist: where a form is judged before the
 * right to what it names, 422 counts as let in. Everybody else is told 401 or 403.
 */
const letsIn: Record<string, readonly Who[]> = {
  readIndex: everybody,
  listPosts: everybody,
  postPrivileges: everybody,
  readPost: everybody,
  createPost: only('Manage Posts'),
  updatePost: withToken,
  deletePost: withToken,
  listPostsGeo: everybody,
  listPostsGeoInTile: everybody,
  readPostGeo: everybody,
  postTile: everybody,
  findPlaces: everybody,
  listSurveys: everybody,
  readSurvey: everybody,
  createSurvey: only('Manage Settings'),
  updateSurvey: only('Manage Settings'),
  deleteSurvey: only('Manage Settings'),
  listSurveyRoles: everybody,
  saveSurveyRoles: only('Manage Settings'),
  listAllTasks: everybody,
  listTasks: everybody,
  readTask: everybody,
  createTask: only('Manage Settings'),
  updateTask: only('Manage Settings'),
  deleteTask: only('Manage Settings'),
  listAllAttributes: everybody,
  listAttributes: everybody,
  readAttribute: everybody,
  createAttribute: only('Manage Settings'),
  updateAttribute: only('Manage Settings'),
  deleteAttribute: only('Manage Settings'),
  listCategories: everybody,
  readCategory: everybody,
  createCategory: only('Manage Settings'),
  updateCategory: only('Manage Settings'),
  deleteCategory: only('Manage Settings'),
  listMedia: everybody,
  readMedia: everybody,
  createMedia: everybody,
  updateMedia: withToken,
  deleteMedia: withToken,
  listUsers: only('Manage Users'),
  createUser: only('Manage Users'),
  readMe: withToken,
  updateMe: withToken,
  readUser: only('Manage Users'),
  updateUser: only('Manage Users'),
  deleteUser: only('Manage Users'),
  listMySessions: withToken,
  endMySessions: withToken,
  listContacts: signedIn,
  createContact: withToken,
  readContact: only(),
  updateContact: only(),
  deleteContact: only(),
  listUserSettings: nobody,
  createUserSetting: everybody,
  readUserSetting: nobody,
  updateUserSetting: nobody,
  deleteUserSetting: nobody,
  listAgreements: signedIn,
  readAgreement: nobody,
  agree: withToken,
  register: everybody,
  requestPasswordReset: everybody,
  confirmPasswordReset: everybody,
  listRoles: signedIn,
  readRole: signedIn,
  createRole: only(),
  updateRole: signedIn,
  deleteRole: signedIn,
  listPermissions: only('Manage Users', 'Manage Settings'),
  readPermission: only('Manage Users', 'Manage Settings'),
  listConfig: everybody,
  readConfig: everybody,
  saveConfig: only('Manage Settings'),
  configPrivileges: everybody,
  listCountryCodes: only('Manage Settings'),
  readCountryCode: only('Manage Settings'),
  listAudit: only(),
  listOutbox: only('Manage Settings'),
  verifyDatabase: everybody,
  verifyEnvironment: everybody,
};

const endpoints = Object.values(endpointGroups).flat();
const tokens = new Map<Who, string>();
let it: Deployment;

beforeAll(async () => {
  it = await startDeployment();
  await inTransaction(it.db, 'writes', async (tx) => {
    for (const kind of signedIn) {
      const isBuiltIn = kind === 'member' || kind === 'admin';
      const role = kind === 'member' ? builtInRoles.member : kind;
      if (!isBuiltIn) {
        const row = { name: kind, display_name: kind, description: null, permissions: [kind] };
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
  const asked = { client_id: webClient.id, client_secret: webClient.secret, scope: scopes.join(' ') };
  const visitor = await it.send<Token>('passer-by', 'POST', '//oauth/token', {
    ...asked,
    grant_type: 'client_credentials',
  });
  tokens.set('visitor', visitor.body.access_token);
});
afterAll(() => it.close());

/** Ids that nothing has; the group of settings is one that is there. */
const addressOf = (endpoint: Endpoint) =>
  `/api/v3${endpoint.path.replace('{group}', 'site').replace(/\{\w+\}/g, '999999')}`;

async function statusFor(endpoint: Endpoint, kind: Who): Promise<number> {
  const token = tokens.get(kind);
  const answer = await it.app.inject({
    method: endpoint.method,
    url: addressOf(endpoint),
    ...(token ? { headers: { authorization: `Bearer ${token}` } } : {}),
    ...(endpoint.method === 'POST' || endpoint.method === 'PUT' ? { payload: {} } : {}),
  });
  return answer.statusCode;
}

test('every endpoint of the contract is in the table, and nothing else', () => {
  expect(Object.keys(letsIn).sort()).toEqual(endpoints.map((endpoint) => endpoint.name).sort());
});

test.each(endpoints.map((endpoint): [string, Endpoint] => [endpoint.name, endpoint]))(
  '%s lets in whom the table says: 401 without a token, 403 with one',
  async (name, endpoint) => {
    const wanted: [string, string][] = kinds.map((kind) => {
      const refusal = kind === 'passer-by' ? '401' : '403';
      return [kind, letsIn[name]?.includes(kind) ? 'let in' : refusal];
    });
    const seen: [string, string][] = [];
    for (const kind of kinds) {
      const status = await statusFor(endpoint, kind);
      seen.push([kind, status === 401 || status === 403 ? String(status) : 'let in']);
    }
    expect(seen).toEqual(wanted);
  },
);
