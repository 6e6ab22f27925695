/** Every endpoint with an id in its address, and who reaches what is behind it: the table of the tests about access by id. */
import type { Endpoint } from '@waypost/contract/endpoint';
import { endpointGroups } from '@waypost/contract/endpoints';
import type { Ids } from './private-things.ts';

export const strangers = [
  'passer-by',
  'visitor',
  'member',
  'peer',
  'settings manager',
  'reviewer',
  'admin',
] as const;
export type Who = (typeof strangers)[number] | 'owner';
export const everybody: readonly Who[] = [...strangers, 'owner'];

const nobody: readonly Who[] = [];
const owner: readonly Who[] = ['owner'];
const admin: readonly Who[] = ['admin'];
const team: readonly Who[] = ['reviewer', 'admin'];
const managers: readonly Who[] = ['settings manager', 'admin'];
const ownerAndTeam: readonly Who[] = ['owner', ...team];
const ownerAndAdmin: readonly Who[] = ['owner', ...admin];

/** Who reaches the thing behind the address. All others are told 401, 403 or 404, and nothing of what is in it. */
export const reaches: Record<string, readonly Who[]> = {
  readPost: ownerAndTeam,
  updatePost: ownerAndTeam,
  deletePost: ownerAndTeam,
  takeLock: ownerAndTeam,
  suggestPlaces: ownerAndTeam,
  // The lock is the owner's: nobody else goes on holding it.
  keepLock: owner,
  releaseLock: ownerAndTeam,
  breakLock: ownerAndTeam,
  listRevisions: team,
  readRevision: team,
  restoreRevision: team,
  listTranslations: ownerAndTeam,
  readTranslation: ownerAndTeam,
  createTranslation: ownerAndTeam,
  updateTranslation: ownerAndTeam,
  deleteTranslation: ownerAndTeam,
  readSender: team,
  cleanUp: team,
  undoCleanup: team,
  readPostGeo: ownerAndTeam,
  readStatsOfPost: ownerAndTeam,
  listCollectionsOfPost: ownerAndTeam,
  readMessage: team,
  readPostOfMessage: team,
  // It came in: only answers are changed.
  updateMessage: nobody,
  readThread: team,
  seeThread: team,
  // What everybody sees, each their own part of it.
  listPostsGeoInTile: everybody,
  postTile: everybody,
  readSurveyStats: managers,
  countAnswers: managers,
  readSurvey: everybody,
  listSurveyRoles: everybody,
  saveSurveyRoles: managers,
  updateSurvey: managers,
  deleteSurvey: managers,
  createSurveyContacts: managers,
  listSurveyContacts: managers,
  createTask: managers,
  listTasks: everybody,
  readTask: everybody,
  updateTask: managers,
  deleteTask: managers,
  createAttribute: managers,
  listAttributes: everybody,
  readAttribute: everybody,
  updateAttribute: managers,
  deleteAttribute: managers,
  readCollection: ownerAndAdmin,
  listPostsOfCollection: ownerAndAdmin,
  readPostOfCollection: ownerAndAdmin,
  addPostToCollection: ownerAndAdmin,
  removePostFromCollection: ownerAndAdmin,
  updateCollection: ownerAndAdmin,
  deleteCollection: ownerAndAdmin,
  readSavedSearch: ownerAndAdmin,
  listPostsOfSavedSearch: ownerAndAdmin,
  updateSavedSearch: ownerAndAdmin,
  deleteSavedSearch: ownerAndAdmin,
  readNotification: owner,
  updateNotification: owner,
  deleteNotification: owner,
  readUnsubscription: nobody,
  unsubscribe: nobody,
  readCategory: managers,
  updateCategory: managers,
  deleteCategory: managers,
  // It is not active.
  readLayer: admin,
  updateLayer: admin,
  deleteLayer: admin,
  readMedia: ownerAndTeam,
  updateMedia: ownerAndTeam,
  deleteMedia: ownerAndTeam,
  readUpload: owner,
  sendPiece: owner,
  readExport: owner,
  previewUpload: owner,
  updateExport: owner,
  deleteExport: owner,
  readImport: ownerAndAdmin,
  updateImport: ownerAndAdmin,
  previewImport: ownerAndAdmin,
  startImport: ownerAndAdmin,
  undoImport: ownerAndAdmin,
  deleteImport: ownerAndAdmin,
  listRejectedRows: ownerAndAdmin,
  downloadRejectedRows: ownerAndAdmin,
  readUser: ownerAndAdmin,
  updateUser: ownerAndAdmin,
  deleteUser: admin,
  endMySession: owner,
  readContact: ownerAndAdmin,
  updateContact: ownerAndAdmin,
  deleteContact: ownerAndAdmin,
  sendContactCode: ownerAndAdmin,
  confirmContact: ownerAndAdmin,
  createUserSetting: owner,
  listUserSettings: owner,
  readUserSetting: owner,
  updateUserSetting: owner,
  deleteUserSetting: owner,
  readAgreement: owner,
  // Roles and what they may are no secret to those who have signed in.
  readRole: ['member', 'peer', 'settings manager', 'reviewer', 'admin', 'owner'],
  updateRole: admin,
  deleteRole: admin,
  readPermission: managers,
  readConfig: managers,
  saveConfig: managers,
  readDataProvider: managers,
  readCountryCode: managers,
  readWebhook: managers,
  updateWebhook: managers,
  deleteWebhook: managers,
  listDeliveries: managers,
  repeatDelivery: managers,
  writeBackPost: nobody,
  readApiKey: admin,
  updateApiKey: admin,
  deleteApiKey: admin,
  retryJob: admin,
  deleteJob: admin,
};

/** Every endpoint with an id in its address. */
export const endpoints = Object.values(endpointGroups)
  .flat()
  .filter(({ path }) => path.includes('{'));

/**
 * The address of an endpoint, below the API's base.
 * @param ids by the name of the path parameter, or for `{id}` by the resource before it
 */
export function addressOf({ path, name }: Endpoint, ids: Ids): string {
  const before = path.slice(1, path.indexOf('/{'));
  const isLibrary = before === 'media/uploads';
  const own = isLibrary ? 'uploads' : before === 'users/me/sessions' ? 'sessions' : before;
  return path.replace(/\{(\w+)\}/g, (_all, key: string) => {
    const id = ids[key === 'id' ? (own === 'webhooks/posts' ? 'posts' : own) : key];
    if (id === undefined) throw new Error(`${name}: there is no ${key} of ${own}`);
    return id;
  });
}

/** Those that tell apart only after the form is in order. */
export const forms: Record<string, object> = {
  updatePost: { title: 'Taken over' },
  createTranslation: { locale: 'fr' },
  updateTranslation: { title: 'Taken over' },
  createUserSetting: { config_key: 'size', config_value: 'large' },
  updateUserSetting: { config_value: 'large' },
  updateMessage: { status: 'archived' },
  updateNotification: { digest: 'daily' },
  updateContact: { can_notify: false },
  confirmContact: { code: '123456' },
  updateCollection: { name: 'Taken over' },
  updateSavedSearch: { name: 'Taken over' },
  updateLayer: { name: 'Taken over' },
  updateMedia: { caption: 'Taken over' },
  updateUser: { realname: 'Taken over' },
};

/** "A post the caller may not read: 401 or 403" (2.1, 2.2 of the API format). */
export const refusedByFormat = new Set([
  'readPost',
  'listTranslations',
  'readTranslation',
  'createTranslation',
  'updateTranslation',
  'deleteTranslation',
]);
