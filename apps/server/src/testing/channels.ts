/**
 * Every way that something of a post may leave a deployment: what outsiders can ask for, by endpoint of the contract, and the
 * pages and files beside it. An endpoint that is not here fails the test.
 */

import { postOrders } from '@waypost/contract/post-filters';
import { statsGroups } from '@waypost/contract/stats';
import { day, facts, otherFacts, type Scene } from './hidden-facts.fixture.ts';

/** Addresses to ask, with ids and queries filled in. */
type Asks = (scene: Scene) => readonly string[];

const both = <K extends keyof typeof facts>(name: K) => [facts[name], otherFacts[name]];
/** Parts the times of both facts. */
const noon = `${day}T12:00:00Z`;
const query = (name: string, value: string | number) => `${name}=${encodeURIComponent(value)}`;

/** Values of every filter that tell the facts apart if anything does, by its name in the contract. */
export const filterValues: Record<string, (scene: Scene) => readonly string[]> = {
  q: () =>
    [
      ...both('privateAnswer'),
      ...both('verdict'),
      ...both('unpublishedTitle'),
      ...both('messageId'),
      ...both('fileName'),
      'first',
      'bridge',
    ].map((it) => query('q', it)),
  status: () => ['all', 'draft', 'archived', 'published'].map((it) => query('status', it)),
  type: () => ['type=report'],
  locale: () => ['locale=en'],
  slug: () => ['slug=a-bridge-is-gone'],
  user: ({ ids }) => [ids['first'] ?? 0, ids['second'] ?? 0, 'none', 'me'].map((it) => query('user', it)),
  parent: ({ ids }) => ['parent=none', query('parent', ids['hidden'] ?? 0)],
  form: ({ survey }) => [query('form', survey.id), 'form=none'],
  set: ({ ids }) => [query('set', ids['collection'] ?? 0), query('set', ids['search'] ?? 0)],
  saved_search: ({ ids }) => [query('saved_search', ids['search'] ?? 0)],
  created_before: () => [query('created_before', noon)],
  created_after: () => [query('created_after', noon)],
  created_before_by_id: ({ ids }) => postsIn(ids).map((id) => query('created_before_by_id', id)),
  created_after_by_id: ({ ids }) => postsIn(ids).map((id) => query('created_after_by_id', id)),
  updated_before: () => [query('updated_before', noon)],
  updated_after: () => [query('updated_after', noon)],
  date_before: () => [query('date_before', noon)],
  date_after: () => [query('date_after', noon)],
  bbox: () =>
    places().map(({ lat, lon }) =>
      query('bbox', [lon - 0.0005, lat + 0.0005, lon + 0.0005, lat - 0.0005].join(',')),
    ),
  center_point: () =>
    places().map(({ lat, lon }) => `${query('center_point', `${lat},${lon}`)}&within_km=0.1`),
  within_km: () => ['center_point=1.5,36.8&within_km=0.35'],
  has_location: () => ['has_location=mapped', 'has_location=unmapped'],
  source: () => ['source=sms', 'source=web'],
  tags: ({ ids }) => [query('tags', ids['tag'] ?? 0)],
  values: ({ survey, openSurvey }) =>
    [survey, openSurvey].flatMap((made) => [
      ...both('privateAnswer').map((it) => query(`values[${made.key('phone')}]`, it)),
      ...both('verdict').map((it) => query(`values[${made.key('verdict')}]`, it)),
      ...both('time').map((it) => query(`values[${made.key('when')}]`, it)),
      query(`values[${made.key('words')}]`, 'Water'),
    ]),
  post_id: ({ ids }) => postsIn(ids).map((id) => query('post_id', id)),
  published_to: () => ['published_to=reviewer', 'published_to=user'],
  current_stage: ({ survey, openSurvey }) =>
    [survey, openSurvey].map((made) => query('current_stage', made.tasks['check'] ?? 0)),
  completed_stages: ({ survey, openSurvey }) =>
    [survey, openSurvey].map((made) => query('completed_stages', made.tasks['check'] ?? 0)),
  order_unlocked_on_top: () => [
    'order_unlocked_on_top=1&orderby=id&order=asc',
    'order_unlocked_on_top=1&orderby=id&order=desc',
  ],
  include_types: () => ['include_types=point', 'include_types=varchar'],
  include_attributes: ({ survey }) => [
    query('include_attributes', survey.key('phone')),
    query('include_attributes', survey.key('words')),
  ],
};

const postsIn = (ids: Scene['ids']) =>
  ['hidden', 'loose', 'open', 'unpublished', 'another'].map((name) => ids[name] ?? 0);
const places = () => [facts.place, otherFacts.place];

const orders = postOrders.flatMap((column) => ['asc', 'desc'].map((way) => `orderby=${column}&order=${way}`));
/** Every filter by itself, with everything that the caller may see. */
const filtered = (scene: Scene) =>
  Object.values(filterValues)
    .flatMap((values) => values(scene))
    .map((it) => (it.startsWith('status=') ? it : `status=all&${it}`));
const each = (path: string, queries: readonly string[]) => queries.map((it) => `${path}?${it}`);

/** At both zooms: the world, and the square in which the exact places are. */
const tiles = () => [
  '0/0/0',
  ...places().map(({ lat, lon }) => {
    const side = 2 ** 16;
    const x = Math.floor(((lon + 180) / 360) * side);
    const y = Math.floor(((1 - Math.asinh(Math.tan((lat * Math.PI) / 180)) / Math.PI) / 2) * side);
    return `16/${x}/${y}`;
  }),
];

const statsQueries = ({ survey, openSurvey }: Scene) => [
  ...statsGroups.map((it) => `group_by=${it}&include_unmapped=1`),
  ...[survey, openSurvey].flatMap((made) =>
    ['phone', 'verdict', 'words', 'when'].map(
      (name) => `group_by=attribute&group_by_attribute_key=${made.key(name)}`,
    ),
  ),
  ...['created', 'updated', 'post_date', survey.key('when')].flatMap((it) => [
    `timeline=1&timeline_interval=3600&timeline_attribute=${it}`,
    `timeline=1&timeline_attribute=${it}`,
  ]),
];

const nothing = (): readonly string[] => [];
const ofEachPost =
  (path: (id: number) => string): Asks =>
  ({ ids }) =>
    postsIn(ids).map(path);
const media = ({ ids }: Scene) => ['photo', 'proof', 'shown', 'unseen'].map((name) => ids[name] ?? 0);

/** Reads, by endpoint. */
export const reads: Readonly<Record<string, Asks>> = {
  readIndex: () => ['/'],
  listPosts: (scene) =>
    each('/posts', [
      ...filtered(scene),
      ...orders.map((it) => `status=all&${it}`),
      'status=all&limit=1&offset=1',
      'q=bridge&orderby=relevance',
    ]),
  postPrivileges: nothing,
  readPost: ofEachPost((id) => `/posts/${id}`),
  readSender: ofEachPost((id) => `/posts/${id}/sender`),
  readChallenge: nothing,
  listRevisions: ofEachPost((id) => `/posts/${id}/revisions`),
  readRevision: ofEachPost((id) => `/posts/${id}/revisions/1`),
  listTranslations: ofEachPost((id) => `/posts/${id}/translations`),
  readTranslation: ({ ids }) => [`/posts/${ids['hidden']}/translations/${ids['translation']}`],
  listMessages: ({ ids }) => [
    '/messages',
    `/messages?post=${ids['hidden']}`,
    `/messages?contact=${ids['firstContact']}`,
  ],
  listThreads: () => ['/messages/threads'],
  readMessage: ({ ids }) => [`/messages/${ids['message']}`],
  readPostOfMessage: ({ ids }) => [`/messages/${ids['message']}/post`],
  readThread: ({ ids }) => [
    `/messages/threads/${ids['firstContact']}`,
    `/messages/threads/${ids['secondContact']}`,
  ],
  listPostsGeo: (scene) => each('/posts/geojson', filtered(scene)),
  listPostsGeoInTile: () => tiles().map((it) => `/posts/geojson/${it}?status=all`),
  postTile: (scene) => [
    ...tiles().map((it) => `/posts/tiles/${it}.mvt?status=all`),
    ...each('/posts/tiles/0/0/0.mvt', filtered(scene)),
  ],
  readPostGeo: ofEachPost((id) => `/posts/${id}/geojson`),
  findPlaces: nothing,
  listLayers: () => ['/layers'],
  readLayer: nothing,
  readPostStats: (scene) => [
    ...each('/posts/stats', filtered(scene)),
    ...each(
      '/posts/stats',
      statsQueries(scene).map((it) => `status=all&${it}`),
    ),
  ],
  readStatsOfPost: (scene) =>
    postsIn(scene.ids).flatMap((id) =>
      each(`/posts/${id}/stats`, [
        '',
        'group_by=form',
        'timeline=1&timeline_attribute=created&timeline_interval=3600',
      ]),
    ),
  readSurveyStats: ({ survey }) => [
    `/forms/${survey.id}/stats`,
    `/forms/${survey.id}/stats?${query('created_after', noon)}`,
  ],
  countAnswers: ({ survey, openSurvey }) =>
    [survey, openSurvey].flatMap((made) => [
      `/forms/${made.id}/answers`,
      `/forms/${made.id}/answers?stage=${made.tasks['check']}`,
    ]),
  listExports: () => ['/exports/jobs'],
  readExport: nothing,
  // Counts of what would be sent, by whoever may export.
  previewUpload: nothing,
  exportPosts: (scene) => [
    ...each('/posts/export', ['format=csv&status=all', 'format=geojson&status=all']),
    ...each(
      '/posts/export',
      filtered(scene).map((it) => `format=csv&${it}`),
    ),
  ],
  readHxl: () => ['/hxl'],
  listHxlTags: nothing,
  listHxlLicenses: nothing,
  listOrganisations: nothing,
  listHxlMetadata: () => ['/hxl/metadata'],
  listCollections: () => ['/collections'],
  readCollection: ({ ids }) => [`/collections/${ids['collection']}`],
  listCollectionsOfPost: ofEachPost((id) => `/posts/${id}/collections`),
  listPostsOfCollection: (scene) =>
    each(`/collections/${scene.ids['collection']}/posts`, ['', ...filtered(scene)]),
  readPostOfCollection: ({ ids }) =>
    postsIn(ids).map((id) => `/collections/${ids['collection']}/posts/${id}`),
  listSavedSearches: () => ['/savedsearches'],
  readSavedSearch: ({ ids }) => [`/savedsearches/${ids['search']}`],
  listPostsOfSavedSearch: ({ ids }) =>
    each(`/savedsearches/${ids['search']}/posts`, ['', 'status=all', ...orders]),
  listNotifications: () => ['/notifications'],
  readNotification: nothing,
  readUnsubscription: nothing,
  listSurveys: () => ['/forms'],
  readSurvey: ({ survey, openSurvey }) => [`/forms/${survey.id}`, `/forms/${openSurvey.id}`],
  listSurveyRoles: nothing,
  listSurveyContacts: ({ survey }) => [`/forms/${survey.id}/contacts`],
  listSimulatedPhones: nothing,
  listAllTasks: () => ['/forms/stages'],
  listTasks: ({ survey }) => [
    `/forms/${survey.id}/stages`,
    `/forms/${survey.id}/stages?postStatus=published`,
  ],
  readTask: nothing,
  listAllAttributes: () => ['/forms/attributes'],
  listAttributes: ({ survey }) => [`/forms/${survey.id}/attributes`],
  readAttribute: nothing,
  listCategories: () => ['/tags'],
  readCategory: ({ ids }) => [`/tags/${ids['tag']}`],
  listMedia: ({ ids }) => ['/media', '/media?orphans=1', `/media?user=${ids['first']}`],
  readMedia: (scene) => media(scene).map((id) => `/media/${id}`),
  readUpload: nothing,
  listUsers: () => ['/users'],
  readMe: () => ['/users/me'],
  readUser: ({ ids }) => [`/users/${ids['first']}`, `/users/${ids['second']}`],
  listMySessions: nothing,
  listContacts: () => ['/contacts'],
  readContact: ({ ids }) => [`/contacts/${ids['firstContact']}`, `/contacts/${ids['secondContact']}`],
  listUserSettings: nothing,
  readUserSetting: nothing,
  listAgreements: nothing,
  readAgreement: nothing,
  listRoles: () => ['/roles'],
  readRole: nothing,
  listPermissions: nothing,
  readPermission: nothing,
  listConfig: () => ['/config'],
  readConfig: () => ['/config/site', '/config/map'],
  configPrivileges: nothing,
  previewRetention: () => ['/retention/preview'],
  listDataProviders: () => ['/dataproviders'],
  readDataProvider: nothing,
  suggestPlaces: ofEachPost((id) => `/posts/${id}/suggested-places`),
  listCountryCodes: nothing,
  readCountryCode: nothing,
  listImports: () => ['/csv'],
  readImport: nothing,
  downloadRejectedRows: nothing,
  listRejectedRows: nothing,
  listAudit: () => ['/audit'],
  listApiKeys: () => ['/apikeys'],
  readApiKey: nothing,
  listWebhooks: () => ['/webhooks'],
  readWebhook: ({ ids }) => [`/webhooks/${ids['webhook']}`],
  // Whoever keeps the webhook has the same in their own program: compared there.
  listDeliveries: nothing,
  listOutbox: nothing,
  listJobs: () => ['/jobs'],
  readStatus: () => ['/status'],
  verifyDatabase: nothing,
  verifyEnvironment: nothing,
};

/** Below the root: what a link shows where it is pasted, embedded pages. */
export const pages: Asks = ({ ids, survey }) => [
  ...postsIn(ids).flatMap((id) => [`/posts/${id}`, `/views/data/${id}`, `/posts/${id}/edit`]),
  '/views/map',
  '/views/data',
  '/views/map?q=purple',
  `/collections/${ids['collection']}`,
  `/savedsearches/${ids['search']}`,
  '/map/noui',
  '/list/noui',
  `/posts/create/${survey.id}`,
];
