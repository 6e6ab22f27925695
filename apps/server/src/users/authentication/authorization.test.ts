import type { Endpoint } from '@waypost/contract/common/endpoint';
import { endpointGroups } from '@waypost/contract/common/endpoint-groups';
import { builtInRoles, permissions } from '@waypost/contract/common/permissions';
import { scopes } from '@waypost/contract/common/scopes';
import { hxlPermissions } from '@waypost/contract/hxl/hxl';
import { type Token, webClient } from '@waypost/contract/users/oauth';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inTransaction } from '../../kernel/db/database.ts';
import { startTestApp, type TestApp } from '../../testing/app/test-app.ts';
import { issueToken } from './tokens.ts';

const callerKinds = ['passer-by', 'visitor', 'member', ...permissions, 'admin'] as const;
type CallerKind = (typeof callerKinds)[number];
type AnyCallerKind = CallerKind | 'no permission';
const kindsAndNoPermission: readonly AnyCallerKind[] = [...callerKinds, 'no permission'];

const signedInKinds = callerKinds.filter((kind) => kind !== 'passer-by' && kind !== 'visitor');
const kindsWithToken = callerKinds.filter((kind) => kind !== 'passer-by');
const allKinds = callerKinds;
/** Only the owner may; an unknown id has no owner. */
const noKinds: readonly CallerKind[] = [];
const onlyKinds = (...some: CallerKind[]): readonly CallerKind[] => [...some, 'admin'];
const importKinds = onlyKinds('Bulk Data Import and Export', 'Bulk Data Import');

/**
 * Who is authorized for which endpoint, tested with an empty body and an unknown id. Bodies are validated after the
 * authorization, so 422 counts as authorized. Everybody else gets 401 or 403.
 */
const allowedKinds: Record<string, readonly CallerKind[]> = {
  readApiIndex: allKinds,
  listPosts: allKinds,
  readPostPrivileges: allKinds,
  readPost: allKinds,
  createPost: onlyKinds('Manage Posts'),
  updatePost: kindsWithToken,
  deletePost: kindsWithToken,
  acquireLock: kindsWithToken,
  renewLock: kindsWithToken,
  breakLock: kindsWithToken,
  releaseLock: kindsWithToken,
  releaseLocks: kindsWithToken,
  listRevisions: onlyKinds('Manage Posts'),
  readRevision: onlyKinds('Manage Posts'),
  restoreRevision: onlyKinds('Manage Posts'),
  listTranslations: allKinds,
  readTranslation: allKinds,
  createTranslation: kindsWithToken,
  updateTranslation: kindsWithToken,
  deleteTranslation: kindsWithToken,
  previewRetention: onlyKinds('Manage Settings'),
  findContactData: onlyKinds(),
  exportContactData: onlyKinds(),
  eraseContactData: onlyKinds(),
  readSender: onlyKinds('Manage Posts'),
  archivePostsOfSender: onlyKinds('Manage Posts'),
  undoArchiveOfSender: onlyKinds('Manage Posts'),
  readChallenge: allKinds,
  listDataProviders: onlyKinds('Manage Settings'),
  readDataProvider: onlyKinds('Manage Settings'),
  suggestPlaces: kindsWithToken,
  listMessages: onlyKinds('Manage Posts'),
  readMessage: onlyKinds('Manage Posts'),
  createMessage: onlyKinds('Manage Posts'),
  updateMessage: onlyKinds('Manage Posts'),
  readPostOfMessage: onlyKinds('Manage Posts'),
  listThreads: onlyKinds('Manage Posts'),
  readThread: onlyKinds('Manage Posts'),
  markThreadSeen: onlyKinds('Manage Posts'),
  listPostsGeoJson: allKinds,
  listPostsGeoJsonInTile: allKinds,
  readPostGeoJson: allKinds,
  readPostExtent: allKinds,
  readPostTile: allKinds,
  readPostStats: allKinds,
  readStatsOfPost: allKinds,
  readSurveyStats: onlyKinds('Manage Settings'),
  listCollections: allKinds,
  createCollection: signedInKinds,
  readCollection: allKinds,
  updateCollection: kindsWithToken,
  deleteCollection: kindsWithToken,
  listPostsOfCollection: allKinds,
  addPostToCollection: kindsWithToken,
  readPostOfCollection: allKinds,
  removePostFromCollection: kindsWithToken,
  listCollectionsOfPost: allKinds,
  listSavedSearches: allKinds,
  createSavedSearch: signedInKinds,
  readSavedSearch: allKinds,
  updateSavedSearch: kindsWithToken,
  deleteSavedSearch: kindsWithToken,
  listPostsOfSavedSearch: allKinds,
  listNotifications: signedInKinds,
  createNotification: signedInKinds,
  readNotification: signedInKinds,
  updateNotification: signedInKinds,
  deleteNotification: signedInKinds,
  readReviewSummary: onlyKinds('Manage Posts'),
  listClaims: onlyKinds('Manage Posts'),
  claimPosts: onlyKinds('Manage Posts'),
  renewClaims: onlyKinds('Manage Posts'),
  releaseClaims: onlyKinds('Manage Posts'),
  createBulkChange: signedInKinds,
  listBulkChanges: kindsWithToken,
  readBulkChange: kindsWithToken,
  listBulkFailures: kindsWithToken,
  stopBulkChange: kindsWithToken,
  undoBulkChange: kindsWithToken,
  listTemplates: onlyKinds('Manage Settings'),
  readTemplate: onlyKinds('Manage Settings'),
  exportTemplate: onlyKinds('Manage Settings'),
  previewTemplate: onlyKinds('Manage Settings'),
  applyTemplate: onlyKinds('Manage Settings'),
  readSetup: onlyKinds('Manage Settings'),
  updateSetup: onlyKinds('Manage Settings'),
  readAreaDefaults: onlyKinds('Manage Settings'),
  testDataProvider: onlyKinds('Manage Settings'),
  testWebhook: onlyKinds('Manage Settings'),
  createCategories: onlyKinds('Manage Settings'),
  mergeCategory: onlyKinds('Manage Settings'),
  createInvitation: onlyKinds('Manage Users'),
  listInvitations: onlyKinds('Manage Users'),
  revokeInvitation: onlyKinds('Manage Users'),
  checkInvitation: allKinds,
  acceptInvitation: allKinds,
  findPlaces: allKinds,
  listSurveys: allKinds,
  readSurvey: allKinds,
  createSurvey: onlyKinds('Manage Settings'),
  updateSurvey: onlyKinds('Manage Settings'),
  deleteSurvey: onlyKinds('Manage Settings'),
  listSurveyRoles: allKinds,
  saveSurveyRoles: onlyKinds('Manage Settings'),
  countAffectedPosts: onlyKinds('Manage Settings'),
  listSurveyContacts: onlyKinds('Manage Settings'),
  createSurveyContacts: onlyKinds('Manage Settings'),
  checkPhoneNumbers: onlyKinds('Manage Settings'),
  listSimulatedPhones: onlyKinds(),
  sendFromSimulatedPhone: onlyKinds(),
  listAllTasks: allKinds,
  listTasks: allKinds,
  readTask: allKinds,
  createTask: onlyKinds('Manage Settings'),
  updateTask: onlyKinds('Manage Settings'),
  deleteTask: onlyKinds('Manage Settings'),
  listAllAttributes: allKinds,
  listAttributes: allKinds,
  readAttribute: allKinds,
  createAttribute: onlyKinds('Manage Settings'),
  updateAttribute: onlyKinds('Manage Settings'),
  deleteAttribute: onlyKinds('Manage Settings'),
  listCategories: allKinds,
  readCategory: allKinds,
  createCategory: onlyKinds('Manage Settings'),
  updateCategory: onlyKinds('Manage Settings'),
  orderCategories: onlyKinds('Manage Settings'),
  deleteCategory: onlyKinds('Manage Settings'),
  listImports: importKinds,
  readImport: importKinds,
  createImport: importKinds,
  updateImport: importKinds,
  previewImport: importKinds,
  startImport: importKinds,
  undoImport: importKinds,
  deleteImport: importKinds,
  listRejectedRows: importKinds,
  downloadRejectedRows: importKinds,
  listLayers: onlyKinds(),
  readLayer: signedInKinds,
  createLayer: onlyKinds(),
  updateLayer: onlyKinds(),
  deleteLayer: onlyKinds(),
  listMedia: allKinds,
  readMedia: allKinds,
  createMedia: allKinds,
  beginUpload: allKinds,
  readUpload: allKinds,
  uploadChunk: allKinds,
  updateMedia: kindsWithToken,
  deleteMedia: kindsWithToken,
  listUsers: onlyKinds('Manage Users'),
  createUser: onlyKinds('Manage Users'),
  readMe: kindsWithToken,
  updateMe: kindsWithToken,
  readUser: onlyKinds('Manage Users'),
  updateUser: onlyKinds('Manage Users'),
  deleteUser: onlyKinds('Manage Users'),
  listMySessions: kindsWithToken,
  readDeviceKey: kindsWithToken,
  endMySessions: kindsWithToken,
  endMySession: kindsWithToken,
  listContacts: signedInKinds,
  createContact: signedInKinds,
  readContact: onlyKinds(),
  updateContact: onlyKinds(),
  deleteContact: onlyKinds(),
  sendContactCode: onlyKinds(),
  confirmContact: onlyKinds(),
  sendMyCode: kindsWithToken,
  confirmMyEmail: kindsWithToken,
  listUserSettings: noKinds,
  createUserSetting: noKinds,
  readUserSetting: noKinds,
  updateUserSetting: noKinds,
  deleteUserSetting: noKinds,
  listAgreements: signedInKinds,
  readAgreement: noKinds,
  createAgreement: signedInKinds,
  register: allKinds,
  requestPasswordReset: allKinds,
  confirmPasswordReset: allKinds,
  listRoles: signedInKinds,
  readRole: signedInKinds,
  createRole: onlyKinds(),
  updateRole: signedInKinds,
  deleteRole: signedInKinds,
  listPermissions: onlyKinds('Manage Users', 'Manage Settings'),
  readPermission: onlyKinds('Manage Users', 'Manage Settings'),
  listConfig: allKinds,
  readConfig: allKinds,
  saveConfig: onlyKinds('Manage Settings'),
  readConfigPrivileges: allKinds,
  listCountryCodes: onlyKinds('Manage Settings'),
  readCountryCode: onlyKinds('Manage Settings'),
  listExports: onlyKinds('Bulk Data Import and Export', 'Manage Posts'),
  readExport: onlyKinds('Bulk Data Import and Export', 'Manage Posts'),
  createExport: onlyKinds('Bulk Data Import and Export', 'Manage Posts'),
  previewUpload: onlyKinds('Bulk Data Import and Export', 'Manage Posts'),
  updateExport: onlyKinds('Bulk Data Import and Export', 'Manage Posts'),
  deleteExport: onlyKinds('Bulk Data Import and Export', 'Manage Posts'),
  exportPosts: onlyKinds('Bulk Data Import and Export', 'Manage Posts'),
  exportPostsByBody: onlyKinds('Bulk Data Import and Export', 'Manage Posts'),
  readHxl: onlyKinds(...hxlPermissions),
  listHxlTags: onlyKinds(...hxlPermissions),
  listHxlLicenses: onlyKinds(...hxlPermissions),
  listOrganisations: onlyKinds(...hxlPermissions),
  listHxlMetadata: onlyKinds(...hxlPermissions),
  createHxlMetadata: onlyKinds(...hxlPermissions),
  listAudit: onlyKinds(),
  listApiKeys: onlyKinds(),
  readApiKey: onlyKinds(),
  createApiKey: onlyKinds(),
  updateApiKey: onlyKinds(),
  deleteApiKey: onlyKinds(),
  writeBackPost: noKinds,
  listWebhooks: onlyKinds('Manage Settings'),
  readWebhook: onlyKinds('Manage Settings'),
  createWebhook: onlyKinds('Manage Settings'),
  updateWebhook: onlyKinds('Manage Settings'),
  deleteWebhook: onlyKinds('Manage Settings'),
  listDeliveries: onlyKinds('Manage Settings'),
  retryDelivery: onlyKinds('Manage Settings'),
  listOutbox: onlyKinds('Manage Settings'),
  readUnsubscription: allKinds,
  unsubscribe: allKinds,
  listJobs: onlyKinds(),
  retryJob: onlyKinds(),
  deleteJob: onlyKinds(),
  readStatus: onlyKinds(),
  verifyDatabase: allKinds,
  verifyEnvironment: allKinds,
};

/**
 * A private deployment authorizes signed-in users with a permission as a public one does (spec 1 §6). The exceptions: what
 * the login needs, and the own account for users without any permission.
 */
const allowedWhenClosed: Record<string, readonly AnyCallerKind[]> = {
  readApiIndex: ['passer-by', 'visitor', 'no permission'],
  listConfig: ['passer-by', 'visitor', 'no permission'],
  readConfig: ['passer-by', 'visitor', 'no permission'],
  readConfigPrivileges: ['passer-by', 'visitor', 'no permission'],
  requestPasswordReset: ['passer-by', 'visitor', 'no permission'],
  confirmPasswordReset: ['passer-by', 'visitor', 'no permission'],
  checkInvitation: ['passer-by', 'visitor', 'no permission'],
  acceptInvitation: ['passer-by', 'visitor', 'no permission'],
  readUnsubscription: ['passer-by', 'visitor', 'no permission'],
  unsubscribe: ['passer-by', 'visitor', 'no permission'],
  // Off unless the operator switches them on.
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
  createAgreement: ['no permission'],
};
/** Forbidden for everybody on a private deployment. */
const refusedWhenClosed = new Set(['register']);

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
const expectedRefusal = (kind: AnyCallerKind, name: string) =>
  kind === 'passer-by' && !signatureEndpoints.has(name) ? '401' : '403';

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
