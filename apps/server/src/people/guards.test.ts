import type { Endpoint } from '@waypost/contract/endpoint';
import { endpointGroups } from '@waypost/contract/endpoints';
import { hxlPermissions } from '@waypost/contract/hxl';
import { type Token, webClient } from '@waypost/contract/oauth';
import { builtInRoles, permissions } from '@waypost/contract/privileges';
import { scopes } from '@waypost/contract/scopes';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inTransaction } from '../kernel/db.ts';
import { type Deployment, startDeployment } from '../testing/deployment.ts';
import { issueToken } from './tokens.ts';

const kinds = ['passer-by', 'visitor', 'member', ...permissions, 'admin'] as const;
type Who = (typeof kinds)[number];
type Everyone = Who | 'no permission';
const withNone: readonly Everyone[] = [...kinds, 'no permission'];

const signedIn = kinds.filter((kind) => kind !== 'passer-by' && kind !== 'visitor');
const withToken = kinds.filter((kind) => kind !== 'passer-by');
const everybody = kinds;
/** Only owners, whom an id that does not exist has none of. */
const nobody: readonly Who[] = [];
const only = (...some: Who[]): readonly Who[] => [...some, 'admin'];
const importers = only('Bulk Data Import and Export', 'Bulk Data Import');

/**
 * Who gets past the door of what, with an empty form and an id that does not exist: forms are judged after the right, so
 * that 422 counts as let in. Everybody else is told 401 or 403.
 */
const letsIn: Record<string, readonly Who[]> = {
  readIndex: everybody,
  listPosts: everybody,
  postPrivileges: everybody,
  readPost: everybody,
  createPost: only('Manage Posts'),
  updatePost: withToken,
  deletePost: withToken,
  takeLock: withToken,
  keepLock: withToken,
  breakLock: withToken,
  releaseLock: withToken,
  releaseLocks: withToken,
  listRevisions: only('Manage Posts'),
  readRevision: only('Manage Posts'),
  restoreRevision: only('Manage Posts'),
  listTranslations: everybody,
  readTranslation: everybody,
  createTranslation: withToken,
  updateTranslation: withToken,
  deleteTranslation: withToken,
  previewRetention: only('Manage Settings'),
  findContactData: only(),
  exportContactData: only(),
  eraseContactData: only(),
  readSender: only('Manage Posts'),
  cleanUp: only('Manage Posts'),
  undoCleanup: only('Manage Posts'),
  readChallenge: everybody,
  listDataProviders: only('Manage Settings'),
  readDataProvider: only('Manage Settings'),
  suggestPlaces: withToken,
  listMessages: only('Manage Posts'),
  readMessage: only('Manage Posts'),
  createMessage: only('Manage Posts'),
  updateMessage: only('Manage Posts'),
  readPostOfMessage: only('Manage Posts'),
  listThreads: only('Manage Posts'),
  readThread: only('Manage Posts'),
  seeThread: only('Manage Posts'),
  listPostsGeo: everybody,
  listPostsGeoInTile: everybody,
  readPostGeo: everybody,
  postTile: everybody,
  readPostStats: everybody,
  readStatsOfPost: everybody,
  readSurveyStats: only('Manage Settings'),
  listCollections: everybody,
  createCollection: signedIn,
  readCollection: everybody,
  updateCollection: withToken,
  deleteCollection: withToken,
  listPostsOfCollection: everybody,
  addPostToCollection: withToken,
  readPostOfCollection: everybody,
  removePostFromCollection: withToken,
  listCollectionsOfPost: everybody,
  listSavedSearches: everybody,
  createSavedSearch: signedIn,
  readSavedSearch: everybody,
  updateSavedSearch: withToken,
  deleteSavedSearch: withToken,
  listPostsOfSavedSearch: everybody,
  listNotifications: signedIn,
  createNotification: signedIn,
  readNotification: signedIn,
  updateNotification: signedIn,
  deleteNotification: signedIn,
  findPlaces: everybody,
  listSurveys: everybody,
  readSurvey: everybody,
  createSurvey: only('Manage Settings'),
  updateSurvey: only('Manage Settings'),
  deleteSurvey: only('Manage Settings'),
  listSurveyRoles: everybody,
  saveSurveyRoles: only('Manage Settings'),
  countAnswers: only('Manage Settings'),
  listSurveyContacts: only('Manage Settings'),
  createSurveyContacts: only('Manage Settings'),
  checkNumbers: only('Manage Settings'),
  listSimulatedPhones: only(),
  sendFromSimulatedPhone: only(),
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
  orderCategories: only('Manage Settings'),
  deleteCategory: only('Manage Settings'),
  listImports: importers,
  readImport: importers,
  createImport: importers,
  updateImport: importers,
  previewImport: importers,
  startImport: importers,
  undoImport: importers,
  deleteImport: importers,
  listRejectedRows: importers,
  downloadRejectedRows: importers,
  listLayers: only(),
  readLayer: signedIn,
  createLayer: only(),
  updateLayer: only(),
  deleteLayer: only(),
  listMedia: everybody,
  readMedia: everybody,
  createMedia: everybody,
  beginUpload: everybody,
  readUpload: everybody,
  sendPiece: everybody,
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
  readDeviceKey: withToken,
  endMySessions: withToken,
  endMySession: withToken,
  listContacts: signedIn,
  createContact: signedIn,
  readContact: only(),
  updateContact: only(),
  deleteContact: only(),
  sendContactCode: only(),
  confirmContact: only(),
  sendMyCode: withToken,
  confirmMyEmail: withToken,
  listUserSettings: nobody,
  createUserSetting: nobody,
  readUserSetting: nobody,
  updateUserSetting: nobody,
  deleteUserSetting: nobody,
  listAgreements: signedIn,
  readAgreement: nobody,
  agree: signedIn,
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
  listExports: only('Bulk Data Import and Export', 'Manage Posts'),
  readExport: only('Bulk Data Import and Export', 'Manage Posts'),
  createExport: only('Bulk Data Import and Export', 'Manage Posts'),
  previewUpload: only('Bulk Data Import and Export', 'Manage Posts'),
  updateExport: only('Bulk Data Import and Export', 'Manage Posts'),
  deleteExport: only('Bulk Data Import and Export', 'Manage Posts'),
  exportPosts: only('Bulk Data Import and Export', 'Manage Posts'),
  exportPostsAsked: only('Bulk Data Import and Export', 'Manage Posts'),
  readHxl: only(...hxlPermissions),
  listHxlTags: only(...hxlPermissions),
  listHxlLicenses: only(...hxlPermissions),
  listOrganisations: only(...hxlPermissions),
  listHxlMetadata: only(...hxlPermissions),
  createHxlMetadata: only(...hxlPermissions),
  listAudit: only(),
  listApiKeys: only(),
  readApiKey: only(),
  createApiKey: only(),
  updateApiKey: only(),
  deleteApiKey: only(),
  writeBackPost: nobody,
  listWebhooks: only('Manage Settings'),
  readWebhook: only('Manage Settings'),
  createWebhook: only('Manage Settings'),
  updateWebhook: only('Manage Settings'),
  deleteWebhook: only('Manage Settings'),
  listDeliveries: only('Manage Settings'),
  repeatDelivery: only('Manage Settings'),
  listOutbox: only('Manage Settings'),
  readUnsubscription: everybody,
  unsubscribe: everybody,
  listJobs: only(),
  retryJob: only(),
  deleteJob: only(),
  readStatus: only(),
  verifyDatabase: everybody,
  verifyEnvironment: everybody,
};

/**
 * A closed deployment lets in those whom an open one lets in, if they have signed in and hold a permission (spec 1 §6).
 * What else it opens, and to whom: what the login needs, and to people without any permission their own account.
 */
const opensWhenClosed: Record<string, readonly Everyone[]> = {
  readIndex: ['passer-by', 'visitor', 'no permission'],
  listConfig: ['passer-by', 'visitor', 'no permission'],
  readConfig: ['passer-by', 'visitor', 'no permission'],
  configPrivileges: ['passer-by', 'visitor', 'no permission'],
  requestPasswordReset: ['passer-by', 'visitor', 'no permission'],
  confirmPasswordReset: ['passer-by', 'visitor', 'no permission'],
  readUnsubscription: ['passer-by', 'visitor', 'no permission'],
  unsubscribe: ['passer-by', 'visitor', 'no permission'],
  // They tell nothing unless the operator wants them to.
  verifyDatabase: ['passer-by', 'visitor', 'no permission'],
  verifyEnvironment: ['passer-by', 'visitor', 'no permission'],
  readMe: ['no permission'],
  updateMe: ['no permission'],
  sendMyCode: ['no permission'],
  confirmMyEmail: ['no permission'],
  listMySessions: ['no permission'],
  endMySessions: ['no permission'],
  endMySession: ['no permission'],
  listAgreements: ['no permission'],
  agree: ['no permission'],
};
/** Open to nobody there, signed in or not. */
const shutWhenClosed = new Set(['register']);

const endpoints = Object.values(endpointGroups).flat();
const tokens = new Map<Everyone, string>();
let it: Deployment;

beforeAll(async () => {
  it = await startDeployment();
  await inTransaction(it.db, 'writes', async (tx) => {
    for (const kind of [...signedIn, 'no permission' as const]) {
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

let asked = 0;
async function isLetIn(endpoint: Endpoint, kind: Everyone): Promise<string> {
  const token = tokens.get(kind);
  const { statusCode } = await it.app.inject({
    method: endpoint.method,
    url: addressOf(endpoint),
    // Each from an address of its own, since some addresses are slowed down.
    remoteAddress: `192.0.2.${asked++ % 250}`,
    ...(token ? { headers: { authorization: `Bearer ${token}` } } : {}),
    ...(endpoint.method === 'POST' || endpoint.method === 'PUT' ? { payload: {} } : {}),
  });
  return statusCode === 401 || statusCode === 403 ? String(statusCode) : 'let in';
}

/** No token opens it, so nobody is asked for one. */
const opensBySignature = new Set(['writeBackPost']);
const refusalOf = (kind: Everyone, name: string) =>
  kind === 'passer-by' && !opensBySignature.has(name) ? '401' : '403';

test('every endpoint of the contract is in the table, and nothing else', () => {
  expect(Object.keys(letsIn).sort()).toEqual(endpoints.map((endpoint) => endpoint.name).sort());
});

const named = endpoints.map((endpoint): [string, Endpoint] => [endpoint.name, endpoint]);

test.each(named)(
  '%s lets in whom the table says: 401 without a token, 403 with one',
  async (name, endpoint) => {
    const wanted = kinds.map((kind) => [
      kind,
      letsIn[name]?.includes(kind) ? 'let in' : refusalOf(kind, name),
    ]);
    const seen: [Who, string][] = [];
    for (const kind of kinds) seen.push([kind, await isLetIn(endpoint, kind)]);
    expect(seen).toEqual(wanted);
  },
);

describe('a closed deployment', () => {
  beforeAll(() => it.send('admin', 'PUT', '/config/site', { private: true }));
  afterAll(() => it.send('admin', 'PUT', '/config/site', { private: false }));

  const opens = (name: string, kind: Everyone): boolean => {
    if (shutWhenClosed.has(name)) return false;
    if (opensWhenClosed[name]?.includes(kind)) return true;
    const isStranger = kind === 'passer-by' || kind === 'visitor' || kind === 'no permission';
    return !isStranger && letsIn[name]?.includes(kind) === true;
  };

  test.each(named)('%s opens to insiders, and to strangers only for the login', async (name, endpoint) => {
    const wanted = withNone.map((kind) => [kind, opens(name, kind) ? 'let in' : refusalOf(kind, name)]);
    const seen: [Everyone, string][] = [];
    for (const kind of withNone) seen.push([kind, await isLetIn(endpoint, kind)]);
    expect(seen).toEqual(wanted);
  });
});
