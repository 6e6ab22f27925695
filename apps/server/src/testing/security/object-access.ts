/** The table of endpoints with an id in the path, and of the callers who may access the entity. */
import type { Endpoint } from '@waypost/contract/common/endpoint';
import { endpointGroups } from '@waypost/contract/common/endpoint-groups';
import type { ResourceIds } from './private-resources.ts';

/** All callers except the owner. */
export const nonOwners = [
  'passer-by',
  'visitor',
  'member',
  'peer',
  'settings manager',
  'reviewer',
  'admin',
] as const;
/** A caller of the tests. */
export type Caller = (typeof nonOwners)[number] | 'owner';
export const allCallers: readonly Caller[] = [...nonOwners, 'owner'];

const noCallers: readonly Caller[] = [];
const ownerOnly: readonly Caller[] = ['owner'];
const adminOnly: readonly Caller[] = ['admin'];
const team: readonly Caller[] = ['reviewer', 'admin'];
const managers: readonly Caller[] = ['settings manager', 'admin'];
const ownerAndTeam: readonly Caller[] = ['owner', ...team];
const ownerAndAdmin: readonly Caller[] = ['owner', ...adminOnly];

/** Who may access the entity. All others get 401, 403 or 404, without any of its content. */
export const allowedCallers: Record<string, readonly Caller[]> = {
  readPost: ownerAndTeam,
  readPublicView: ownerAndTeam,
  readPostConsent: ownerAndTeam,
  changePostConsent: ownerAndTeam,
  updatePost: ownerAndTeam,
  deletePost: ownerAndTeam,
  acquireLock: ownerAndTeam,
  suggestPlaces: ownerAndTeam,
  // Only the holder of a lock can renew it.
  renewLock: ownerOnly,
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
  readPostContext: team,
  listSuggestions: team,
  acceptSuggestion: team,
  undoSuggestion: team,
  readPostUrgency: team,
  trustSender: team,
  listPostNotes: team,
  createPostNote: team,
  listReporterMessages: team,
  askReporter: team,
  markReporterThreadSeen: team,
  // Its author is somebody else; administrators may remove it.
  updatePostNote: noCallers,
  deletePostNote: adminOnly,
  restorePostNote: noCallers,
  listMergedPosts: ownerAndTeam,
  mergePosts: team,
  splitPosts: team,
  readVerifications: team,
  verifyPost: team,
  viewPersonalDataOfPost: team,
  withdrawVerification: team,
  readPostAssignment: team,
  assignPost: team,
  archivePostsOfSender: team,
  undoArchiveOfSender: team,
  readPostGeoJson: ownerAndTeam,
  readStatsOfPost: ownerAndTeam,
  listCollectionsOfPost: ownerAndTeam,
  readMessage: team,
  readPostOfMessage: team,
  // It is an incoming message, and only outgoing ones can be changed.
  updateMessage: noCallers,
  readThread: team,
  markThreadSeen: team,
  viewPersonalDataOfThread: team,
  // Everybody may request these, and gets what they may see.
  listPostsGeoJsonInTile: allCallers,
  readPostTile: allCallers,
  readSurveyStats: managers,
  countAffectedPosts: managers,
  readBulkChange: ownerAndTeam,
  listBulkFailures: ownerAndTeam,
  stopBulkChange: ownerAndTeam,
  undoBulkChange: ownerAndTeam,
  readSurvey: allCallers,
  listSurveyRoles: allCallers,
  saveSurveyRoles: managers,
  updateSurvey: managers,
  deleteSurvey: managers,
  createSurveyContacts: managers,
  listSurveyContacts: managers,
  createTask: managers,
  listTasks: allCallers,
  readTask: allCallers,
  updateTask: managers,
  deleteTask: managers,
  createAttribute: managers,
  listAttributes: allCallers,
  readAttribute: allCallers,
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
  readNotification: ownerOnly,
  updateNotification: ownerOnly,
  deleteNotification: ownerOnly,
  readUnsubscription: noCallers,
  unsubscribe: noCallers,
  readCategory: managers,
  updateCategory: managers,
  deleteCategory: managers,
  // The layer is inactive.
  readLayer: adminOnly,
  replaceLayerFile: adminOnly,
  updateLayer: adminOnly,
  deleteLayer: adminOnly,
  readMapLayerData: noCallers,
  addAreas: managers,
  deleteAreas: managers,
  listAreaReferences: managers,
  updateAreaSet: managers,
  getArea: managers,
  updateArea: managers,
  deleteAreaSet: managers,
  readMapLayerTile: noCallers,
  readMapLayerSprite: noCallers,
  // The archive is inactive.
  readMapArchive: managers,
  readMapArchiveFile: managers,
  uploadMapArchiveChunk: managers,
  updateMapArchive: managers,
  deleteMapArchive: managers,
  readMedia: ownerAndTeam,
  updateMedia: ownerAndTeam,
  coverMedia: ownerAndTeam,
  viewOriginalPicture: team,
  deleteMedia: ownerAndTeam,
  readUpload: ownerOnly,
  uploadChunk: ownerOnly,
  readExport: ownerOnly,
  previewUpload: ownerOnly,
  updateExport: ownerOnly,
  deleteExport: ownerOnly,
  readImport: ownerAndAdmin,
  updateImport: ownerAndAdmin,
  previewImport: ownerAndAdmin,
  startImport: ownerAndAdmin,
  undoImport: ownerAndAdmin,
  deleteImport: ownerAndAdmin,
  listRejectedRows: ownerAndAdmin,
  listImportWarnings: ownerAndAdmin,
  downloadRejectedRows: ownerAndAdmin,
  readUser: ownerAndAdmin,
  updateUser: ownerAndAdmin,
  deleteUser: adminOnly,
  endMySession: ownerOnly,
  readContact: ownerAndAdmin,
  updateContact: ownerAndAdmin,
  deleteContact: ownerAndAdmin,
  sendContactCode: ownerAndAdmin,
  confirmContact: ownerAndAdmin,
  createUserSetting: ownerOnly,
  listUserSettings: ownerOnly,
  readUserSetting: ownerOnly,
  updateUserSetting: ownerOnly,
  deleteUserSetting: ownerOnly,
  readAgreement: ownerOnly,
  // Roles and permissions are not secret for signed-in users.
  readRole: ['member', 'peer', 'settings manager', 'reviewer', 'admin', 'owner'],
  updateRole: adminOnly,
  deleteRole: adminOnly,
  readPermission: managers,
  readConfig: managers,
  saveConfig: managers,
  readDataProvider: managers,
  testDataProvider: managers,
  readCountryCode: managers,
  mergeCategory: managers,
  readTemplate: managers,
  previewTemplateUndo: managers,
  undoTemplateApplication: managers,
  updateUrgencyRule: managers,
  deleteUrgencyRule: managers,
  readWebhook: managers,
  updateWebhook: managers,
  deleteWebhook: managers,
  testWebhook: managers,
  revokeInvitation: adminOnly,
  listDeliveries: managers,
  retryDelivery: managers,
  writeBackPost: noCallers,
  readApiKey: adminOnly,
  updateApiKey: adminOnly,
  deleteApiKey: adminOnly,
  retryJob: adminOnly,
  deleteJob: adminOnly,
};

/** All endpoints with an id in the path. */
export const endpointsWithId = Object.values(endpointGroups)
  .flat()
  .filter(({ path }) => path.includes('{'));

/**
 * The path of an endpoint below the base of the API.
 * @param ids by the name of the path parameter, or for `{id}` by the resource before it
 */
export function buildPath({ path, name }: Endpoint, ids: ResourceIds): string {
  const before = path.slice(1, path.indexOf('/{'));
  const isUpload = before === 'media/uploads';
  const own = isUpload ? 'uploads' : before === 'users/me/sessions' ? 'sessions' : before;
  return path.replace(/\{(\w+)\}/g, (_all, key: string) => {
    const id = ids[key === 'id' ? (own === 'webhooks/posts' ? 'posts' : own) : key];
    if (id === undefined) throw new Error(`${name}: there is no ${key} of ${own}`);
    return id;
  });
}

/** Bodies for endpoints that validate before they distinguish callers. */
export const requestBodies: Record<string, object> = {
  updatePost: { title: 'Taken over' },
  createTranslation: { locale: 'fr' },
  updateTranslation: { title: 'Taken over' },
  createUserSetting: { config_key: 'size', config_value: 'large' },
  updateUserSetting: { config_value: 'large' },
  updateMessage: { status: 'archived' },
  createPostNote: { content: 'Taken over' },
  askReporter: { message: 'Taken over' },
  markReporterThreadSeen: { seen: 1 },
  changePostConsent: { agreed: [], note: 'Taken over' },
  updatePostNote: { content: 'Taken over' },
  assignPost: { user: null },
  acceptSuggestion: { suggestion: 'survey:1', based_on: 1 },
  undoSuggestion: { based_on: 1 },
  updateUrgencyRule: { kind: 'sender', weight: 1 },
  trustSender: { trusted: true },
  verifyPost: { status: 'verified' },
  withdrawVerification: { withdrawn: true },
  updateNotification: { digest: 'daily' },
  updateContact: { can_notify: false },
  confirmContact: { code: '123456' },
  updateCollection: { name: 'Taken over' },
  updateSavedSearch: { name: 'Taken over' },
  updateLayer: { name: 'Taken over' },
  createMapArchive: { source: 'upload', name: 'A map', size: 5, file_name: 'a.pmtiles' },
  updateMapArchive: { name: 'Taken over' },
  addAreas: {
    areas: [
      {
        name: 'North',
        geometry: {
          type: 'Polygon',
          coordinates: [
            [
              [0, 0],
              [1, 0],
              [1, 1],
            ],
          ],
        },
      },
    ],
  },
  updateAreaSet: { name: 'Taken over' },
  updateArea: { version: 1, name: 'Taken over' },
  createAreaSet: { name: 'Districts', level: 1 },
  updateMedia: { caption: 'Taken over' },
  coverMedia: { covers: [{ shape: 'box', x: 0, y: 0, width: 1, height: 1 }] },
  updateUser: { realname: 'Taken over' },
};

/** "A post the caller may not read: 401 or 403" (API v3 §2.1, §2.2). */
export const endpointsRevealingPosts = new Set([
  'readPost',
  'listTranslations',
  'readTranslation',
  'createTranslation',
  'updateTranslation',
  'deleteTranslation',
]);

/** Rows whose numbers are no secret: the endpoint refuses accounts with 403, as existing clients expect (docs/security.md). */
export const endpointsRevealingRows = new Set(['readCategory', 'addPostToCollection']);
