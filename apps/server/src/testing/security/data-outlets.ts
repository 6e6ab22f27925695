/**
 * All outlets through which post data leaves a deployment: the requests that outsiders can make, by endpoint, and the
 * pages and files outside the API. An endpoint that is missing here fails the test.
 */

import { type PostFilters, postSortFields } from '@waypost/contract/browse/post-filters';
import { statsGroups } from '@waypost/contract/browse/stats';
import { extraFieldNames } from '@waypost/contract/posts/post-verification';
import { facts, otherFacts, reportDay, type Scene } from './hidden-facts.fixture.ts';

/** Builds the URLs to request, with ids and queries. */
type BuildUrls = (scene: Scene) => readonly string[];

const bothValues = <K extends keyof typeof facts>(name: K) => [facts[name], otherFacts[name]];
/** Between the times of the two facts. */
const noonBetweenFacts = `${reportDay}T12:00:00Z`;
const queryPair = (name: string, value: string | number) => `${name}=${encodeURIComponent(value)}`;

/** Filter values that could distinguish the facts, by the name of the filter. */
export const filterValues: Record<keyof PostFilters, (scene: Scene) => readonly string[]> = {
  q: () =>
    [
      ...bothValues('privateAnswer'),
      ...bothValues('verdict'),
      ...bothValues('unpublishedTitle'),
      ...bothValues('messageId'),
      ...bothValues('fileName'),
      ...bothValues('number'),
      'first',
      'bridge',
    ].map((it) => queryPair('q', it)),
  status: () => ['all', 'draft', 'archived', 'published'].map((it) => queryPair('status', it)),
  type: () => ['type=report'],
  locale: () => ['locale=en'],
  slug: () => ['slug=a-bridge-is-gone'],
  user: ({ ids }) => [ids['first'] ?? 0, ids['second'] ?? 0, 'none', 'me'].map((it) => queryPair('user', it)),
  parent: ({ ids }) => ['parent=none', queryPair('parent', ids['hidden'] ?? 0)],
  form: ({ survey }) => [queryPair('form', survey.id), 'form=none'],
  set: ({ ids }) => [queryPair('set', ids['collection'] ?? 0), queryPair('set', ids['search'] ?? 0)],
  saved_search: ({ ids }) => [queryPair('saved_search', ids['search'] ?? 0)],
  created_before: () => [queryPair('created_before', noonBetweenFacts)],
  created_after: () => [queryPair('created_after', noonBetweenFacts)],
  created_before_by_id: ({ ids }) => findPostIds(ids).map((id) => queryPair('created_before_by_id', id)),
  created_after_by_id: ({ ids }) => findPostIds(ids).map((id) => queryPair('created_after_by_id', id)),
  updated_before: () => [queryPair('updated_before', noonBetweenFacts)],
  updated_after: () => [queryPair('updated_after', noonBetweenFacts)],
  date_before: () => [queryPair('date_before', noonBetweenFacts)],
  date_after: () => [queryPair('date_after', noonBetweenFacts)],
  bbox: () =>
    factPlaces().map(({ lat, lon }) =>
      queryPair('bbox', [lon - 0.0005, lat + 0.0005, lon + 0.0005, lat - 0.0005].join(',')),
    ),
  center_point: () =>
    factPlaces().map(({ lat, lon }) => `${queryPair('center_point', `${lat},${lon}`)}&within_km=0.1`),
  within_km: () => ['center_point=1.5,36.8&within_km=0.35'],
  has_location: () => ['has_location=mapped', 'has_location=unmapped'],
  source: () => ['source=sms', 'source=web'],
  tags: ({ ids }) => [queryPair('tags', ids['tag'] ?? 0)],
  values: ({ survey, openSurvey }) =>
    [survey, openSurvey].flatMap((testSurvey) => [
      ...bothValues('privateAnswer').map((it) => queryPair(`values[${testSurvey.keyOf('phone')}]`, it)),
      ...bothValues('verdict').map((it) => queryPair(`values[${testSurvey.keyOf('verdict')}]`, it)),
      ...bothValues('time').map((it) => queryPair(`values[${testSurvey.keyOf('when')}]`, it)),
      queryPair(`values[${testSurvey.keyOf('words')}]`, 'Water'),
    ]),
  post_id: ({ ids }) => findPostIds(ids).map((id) => queryPair('post_id', id)),
  published_to: () => ['published_to=reviewer', 'published_to=user'],
  current_stage: ({ survey, openSurvey }) =>
    [survey, openSurvey].map((testSurvey) => queryPair('current_stage', testSurvey.tasks['check'] ?? 0)),
  completed_stages: ({ survey, openSurvey }) =>
    [survey, openSurvey].map((testSurvey) => queryPair('completed_stages', testSurvey.tasks['check'] ?? 0)),
  verification: () => ['verification=verified', 'verification=unverified'],
  assignee: () => ['assignee=me', 'assignee=none'],
  area: ({ areas }) => areas.map((id) => queryPair('area', id)),
  order_unlocked_on_top: () => [
    'order_unlocked_on_top=1&orderby=id&order=asc',
    'order_unlocked_on_top=1&orderby=id&order=desc',
  ],
  include_types: () => ['include_types=point', 'include_types=varchar'],
  include_attributes: ({ survey }) => [
    queryPair('include_attributes', survey.keyOf('phone')),
    queryPair('include_attributes', survey.keyOf('words')),
  ],
};

const findPostIds = (ids: Scene['ids']) => [
  ...['hidden', 'loose', 'open', 'merged', 'unpublished', 'extraDraft'].map((name) => ids[name] ?? 0),
  ...Object.entries(ids).flatMap(([name, id]) => (name.includes('-') ? [id] : [])),
];
const factPlaces = () => [facts.place, otherFacts.place];

const orderQueries = postSortFields.flatMap((column) =>
  ['asc', 'desc'].map((way) => `orderby=${column}&order=${way}`),
);
/** Each filter alone, over all posts that the caller may see. */
const buildFilterQueries = (scene: Scene) =>
  Object.values(filterValues)
    .flatMap((values) => values(scene))
    .map((it) => (it.startsWith('status=') ? it : `status=all&${it}`));
const withQueries = (path: string, queries: readonly string[]) => queries.map((it) => `${path}?${it}`);

/** At two zooms: the world, and the tile with the exact places. */
const tilePaths = () => [
  '0/0/0',
  ...factPlaces().map(({ lat, lon }) => {
    const side = 2 ** 16;
    const x = Math.floor(((lon + 180) / 360) * side);
    const y = Math.floor(((1 - Math.asinh(Math.tan((lat * Math.PI) / 180)) / Math.PI) / 2) * side);
    return `16/${x}/${y}`;
  }),
];

const statsQueries = ({ survey, openSurvey }: Scene) => [
  ...statsGroups.map((it) => `group_by=${it}&include_unmapped=1`),
  'group_by=area&timeline=1&timeline_interval=3600',
  ...[survey, openSurvey].flatMap((testSurvey) =>
    ['phone', 'verdict', 'words', 'when'].map(
      (name) => `group_by=attribute&group_by_attribute_key=${testSurvey.keyOf(name)}`,
    ),
  ),
  ...['created', 'updated', 'post_date', survey.keyOf('when')].flatMap((it) => [
    `timeline=1&timeline_interval=3600&timeline_attribute=${it}`,
    `timeline=1&timeline_attribute=${it}`,
  ]),
];

const noUrls = (): readonly string[] => [];
const forEachPost =
  (path: (id: number) => string): BuildUrls =>
  ({ ids }) =>
    findPostIds(ids).map(path);
const extraFields = queryPair('with', extraFieldNames.join(','));
const findMediaIds = ({ ids }: Scene) => ['photo', 'proof', 'shown', 'unseen'].map((name) => ids[name] ?? 0);

/** URLs of reads, by endpoint. */
export const readUrls: Readonly<Record<string, BuildUrls>> = {
  readApiIndex: () => ['/'],
  listPosts: (scene) =>
    withQueries('/posts', [
      `status=all&${extraFields}`,
      ...buildFilterQueries(scene),
      ...orderQueries.map((it) => `status=all&${it}`),
      'status=all&limit=1&offset=1',
      'q=bridge&orderby=relevance',
    ]),
  readPostPrivileges: noUrls,
  readPost: forEachPost((id) => `/posts/${id}?${extraFields}`),
  readSender: forEachPost((id) => `/posts/${id}/sender`),
  readChallenge: noUrls,
  readPublicView: forEachPost((id) => `/posts/${id}/public-view`),
  readPostConsent: forEachPost((id) => `/posts/${id}/consent`),
  listRevisions: forEachPost((id) => `/posts/${id}/revisions`),
  readRevision: forEachPost((id) => `/posts/${id}/revisions/1`),
  readReviewSummary: () => ['/review/summary'],
  listClaims: () => ['/review/claims'],
  readShift: () => ['/review/shift'],
  listReviewers: () => ['/review/reviewers'],
  readReceiptReport: noUrls,
  listReporterMessages: forEachPost((id) => `/posts/${id}/reporter-messages`),
  listPostNotes: forEachPost((id) => `/posts/${id}/notes`),
  listMergedPosts: forEachPost((id) => `/posts/${id}/merged`),
  readVerifications: forEachPost((id) => `/posts/${id}/verifications`),
  readPostAssignment: forEachPost((id) => `/posts/${id}/assignment`),
  readPostContext: forEachPost((id) => `/posts/${id}/context`),
  listSuggestions: forEachPost((id) => `/posts/${id}/suggestions`),
  readPostUrgency: forEachPost((id) => `/posts/${id}/urgency`),
  listUrgencyRules: () => ['/review/urgency-rules'],
  readSuggestionModel: () => ['/review/suggestion-model'],
  listBulkChanges: () => ['/bulk-changes'],
  // Nobody has changed these posts in bulk. Failures are listed by `visibleTo`, as lists are.
  readBulkChange: noUrls,
  listBulkFailures: noUrls,
  listTranslations: forEachPost((id) => `/posts/${id}/translations`),
  readTranslation: ({ ids }) => [`/posts/${ids['hidden']}/translations/${ids['translation']}`],
  listMessages: ({ ids }) => [
    '/messages',
    `/messages?post=${ids['hidden']}`,
    `/messages?contact=${ids['firstContact']}`,
    ...bothValues('number').map((it) => `/messages?${queryPair('q', it)}`),
  ],
  listThreads: () => [
    '/messages/threads',
    ...bothValues('number').map((it) => `/messages/threads?${queryPair('q', it)}`),
  ],
  listReporterThreads: () => ['/receipts/threads'],
  readMessage: ({ ids }) => [`/messages/${ids['message']}`],
  readPostOfMessage: ({ ids }) => [`/messages/${ids['message']}/post`],
  readThread: ({ ids }) => [
    `/messages/threads/${ids['firstContact']}`,
    `/messages/threads/${ids['secondContact']}`,
  ],
  listPostsGeoJson: (scene) => withQueries('/posts/geojson', buildFilterQueries(scene)),
  listPostsGeoJsonInTile: () => tilePaths().map((it) => `/posts/geojson/${it}?status=all`),
  readPostExtent: (scene) => withQueries('/posts/extent', buildFilterQueries(scene)),
  readPostTile: (scene) => [
    ...tilePaths().map((it) => `/posts/tiles/${it}.mvt?status=all`),
    ...withQueries('/posts/tiles/0/0/0.mvt', buildFilterQueries(scene)),
  ],
  readPostGeoJson: forEachPost((id) => `/posts/${id}/geojson`),
  findPlaces: noUrls,
  listLayers: () => ['/layers'],
  listMapLayers: () => ['/map-layers'],
  readMapLayerData: noUrls,
  listAreaSets: () => ['/area-sets'],
  listAreas: () => ['/areas'],
  listAreaReferences: noUrls,
  getArea: noUrls,
  listAreaOutlines: () => ['/areas/outlines?set=1'],
  readMapLayerTile: noUrls,
  readMapLayerSprite: noUrls,
  listMapArchives: () => ['/map-archives'],
  listMapArchiveServerFiles: noUrls,
  findMapNames: noUrls,
  describeMapPlaces: noUrls,
  readMapArchive: noUrls,
  readMapArchiveFile: noUrls,
  readLayer: noUrls,
  readPostStats: (scene) => [
    ...withQueries('/posts/stats', buildFilterQueries(scene)),
    ...withQueries(
      '/posts/stats',
      statsQueries(scene).map((it) => `status=all&${it}`),
    ),
  ],
  readStatsOfPost: (scene) =>
    findPostIds(scene.ids).flatMap((id) =>
      withQueries(`/posts/${id}/stats`, [
        '',
        'group_by=form',
        'timeline=1&timeline_attribute=created&timeline_interval=3600',
      ]),
    ),
  readSurveyStats: ({ survey }) => [
    `/forms/${survey.id}/stats`,
    `/forms/${survey.id}/stats?${queryPair('created_after', noonBetweenFacts)}`,
  ],
  countAffectedPosts: ({ survey, openSurvey }) =>
    [survey, openSurvey].flatMap((testSurvey) => [
      `/forms/${testSurvey.id}/answers`,
      `/forms/${testSurvey.id}/answers?stage=${testSurvey.tasks['check']}`,
    ]),
  listExports: () => ['/exports/jobs'],
  readExport: noUrls,
  // Counts for callers who may export.
  previewUpload: noUrls,
  exportPosts: (scene) => [
    ...withQueries('/posts/export', ['format=csv&status=all', 'format=geojson&status=all']),
    ...withQueries(
      '/posts/export',
      buildFilterQueries(scene).map((it) => `format=csv&${it}`),
    ),
  ],
  readHxl: () => ['/hxl'],
  listHxlTags: noUrls,
  listHxlLicenses: noUrls,
  listOrganisations: noUrls,
  listHxlMetadata: () => ['/hxl/metadata'],
  listCollections: () => ['/collections'],
  readCollection: ({ ids }) => [`/collections/${ids['collection']}`],
  listCollectionsOfPost: forEachPost((id) => `/posts/${id}/collections`),
  listPostsOfCollection: (scene) =>
    withQueries(`/collections/${scene.ids['collection']}/posts`, ['', ...buildFilterQueries(scene)]),
  readPostOfCollection: ({ ids }) =>
    findPostIds(ids).map((id) => `/collections/${ids['collection']}/posts/${id}`),
  listSavedSearches: () => ['/savedsearches'],
  readSavedSearch: ({ ids }) => [`/savedsearches/${ids['search']}`],
  listPostsOfSavedSearch: ({ ids }) =>
    withQueries(`/savedsearches/${ids['search']}/posts`, ['', 'status=all', ...orderQueries]),
  listNotifications: () => ['/notifications'],
  readNotification: noUrls,
  readUnsubscription: noUrls,
  listSurveys: () => ['/forms'],
  readSurvey: ({ survey, openSurvey }) => [`/forms/${survey.id}`, `/forms/${openSurvey.id}`],
  listSurveyRoles: noUrls,
  listSurveyContacts: ({ survey }) => [`/forms/${survey.id}/contacts`],
  listSimulatedPhones: noUrls,
  listAllTasks: () => ['/forms/stages'],
  listTasks: ({ survey }) => [
    `/forms/${survey.id}/stages`,
    `/forms/${survey.id}/stages?postStatus=published`,
  ],
  readTask: noUrls,
  listAllAttributes: () => ['/forms/attributes'],
  listAttributes: ({ survey }) => [`/forms/${survey.id}/attributes`],
  readAttribute: noUrls,
  listCategories: () => ['/tags'],
  readCategory: ({ ids }) => [`/tags/${ids['tag']}`],
  listMedia: ({ ids }) => ['/media', '/media?orphans=1', `/media?user=${ids['first']}`],
  readMedia: (scene) => findMediaIds(scene).map((id) => `/media/${id}`),
  readUpload: noUrls,
  listUsers: () => ['/users'],
  readMe: () => ['/users/me'],
  readUser: ({ ids }) => [`/users/${ids['first']}`, `/users/${ids['second']}`],
  listMySessions: noUrls,
  listContacts: () => ['/contacts'],
  readContact: ({ ids }) => [`/contacts/${ids['firstContact']}`, `/contacts/${ids['secondContact']}`],
  listUserSettings: noUrls,
  readUserSetting: noUrls,
  listAgreements: noUrls,
  readAgreement: noUrls,
  listRoles: () => ['/roles'],
  readRole: noUrls,
  listPermissions: noUrls,
  readPermission: noUrls,
  listConfig: () => ['/config'],
  readConfig: () => ['/config/site', '/config/map'],
  readConfigPrivileges: noUrls,
  previewRetention: () => ['/retention/preview'],
  listPostRetentionRules: () => ['/retention/rules'],
  listDataProviders: () => ['/dataproviders'],
  readDataProvider: noUrls,
  suggestPlaces: forEachPost((id) => `/posts/${id}/suggested-places`),
  listCountryCodes: noUrls,
  readCountryCode: noUrls,
  listImports: () => ['/csv'],
  readImport: noUrls,
  downloadRejectedRows: noUrls,
  listRejectedRows: noUrls,
  listImportWarnings: noUrls,
  listAudit: () => ['/audit'],
  listTemplates: noUrls,
  readTemplate: noUrls,
  listTemplateApplications: () => ['/templates/applications'],
  previewTemplateUndo: noUrls,
  exportTemplate: () => ['/templates/export'],
  listApiKeys: () => ['/apikeys'],
  readApiKey: noUrls,
  listWebhooks: () => ['/webhooks'],
  readWebhook: ({ ids }) => [`/webhooks/${ids['webhook']}`],
  // The deliveries themselves are compared in the receiver of the webhook.
  listDeliveries: noUrls,
  listOutbox: noUrls,
  listJobs: () => ['/jobs'],
  readStatus: () => ['/status'],
  readEmergency: () => ['/emergency'],
  readSetup: () => ['/setup'],
  readAreaDefaults: noUrls,
  listInvitations: () => ['/invitations'],
  verifyDatabase: noUrls,
  verifyEnvironment: noUrls,
};

/** URLs outside the API: link previews and embedded pages. */
export const pageUrls: BuildUrls = ({ ids, survey }) => [
  ...findPostIds(ids).flatMap((id) => [`/posts/${id}`, `/views/data/${id}`, `/posts/${id}/edit`]),
  '/views/map',
  '/views/data',
  '/views/map?q=purple',
  `/collections/${ids['collection']}`,
  `/savedsearches/${ids['search']}`,
  '/map/noui',
  '/list/noui',
  `/posts/create/${survey.id}`,
];
