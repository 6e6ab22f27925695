/**
 * Which journeys a change in the folders of a feature calls for (`changed-parts.mjs`). `feature-journeys.test.mjs` checks that no folder
 * and no journey is left out.
 */

/** Folders whose subfolders are features, with the same name in each where possible. */
export const FEATURE_ROOTS = [
  'packages/contract/src',
  'apps/server/src',
  'apps/web/src/features',
  'apps/web/src/blocks',
];

/** What everything stands on: no feature, so the journeys through all layers. */
const WHOLE_WAY = ['report-to-pin', 'shell'];

/** Names of spec files, by feature. A key with a slash is a subfolder of a feature, and stands before it. */
export const JOURNEYS_OF = {
  about: ['settings'],
  account: ['account', 'session'],
  activity: ['activity'],
  'api-docs': ['settings'],
  'api-keys': ['users-and-roles'],
  areas: ['areas'],
  audit: ['users-and-roles'],
  backups: ['backup'],
  browse: ['browsing', 'list'],
  'bulk-changes': ['list'],
  categories: ['settings'],
  'category-icon': ['map'],
  'category-selector': ['survey-form'],
  channels: ['data-sources', 'mail'],
  collections: ['collections'],
  'color-dot': ['map'],
  common: WHOLE_WAY,
  consent: ['consent'],
  contacts: ['contact-data'],
  'contract-form': ['settings'],
  conversation: ['review-context'],
  'data-import': ['data-import', 'spreadsheet-import', 'picture-import'],
  'data-sources': ['data-sources'],
  demo: ['setup-assistant'],
  device: ['bad-network', 'offline', 'offline-content', 'offline-team'],
  embed: ['embed'],
  emergency: ['emergency'],
  'exchange-notice': ['data-export'],
  exports: ['data-export'],
  'feature-notice': ['plans'],
  'global-dialog': ['shell'],
  help: ['help'],
  hxl: ['data-export'],
  i18n: ['languages'],
  imports: ['data-import', 'spreadsheet-import', 'picture-import'],
  invitations: ['users-and-roles'],
  jobs: ['status'],
  kernel: [...WHOLE_WAY, 'database-outage'],
  layers: ['layers'],
  'location-picker': ['place-picker'],
  'logo-field': ['settings'],
  'linked-text': ['hostile-posts'],
  mail: ['mail'],
  map: ['map', 'opening-map'],
  'map-archives': ['maps', 'setup-assistant'],
  'map-areas': ['areas'],
  'map-canvas': ['map', 'map-styles'],
  'map-circle': ['place-masking'],
  'map-layers': ['layers'],
  'map-names': ['street-search'],
  maps: ['maps', 'map-styles'],
  markdown: ['hostile-posts'],
  media: ['picture-covers', 'survey-form'],
  'message-thread': ['targeted-surveys'],
  messages: ['targeted-surveys', 'data-sources'],
  migrations: ['start-and-stop'],
  notifications: ['notifications'],
  outbox: ['mail', 'status'],
  'personal-data': ['personal-data'],
  'phone-simulator': ['data-sources'],
  'photo-cover': ['picture-covers'],
  'photo-view': ['picture-covers'],
  'place-search': ['place-search'],
  places: ['place-search', 'street-search'],
  plan: ['plans', 'survey-limit'],
  'post-card': ['list'],
  'post-context': ['review-context'],
  'post-extent': ['opening-map'],
  'post-lock': ['post-editing'],
  'post-merge': ['merge'],
  'post-record': ['post-record'],
  'post-search': ['browsing'],
  poster: ['survey-form'],
  'posts/consent': ['consent'],
  'posts/create': ['report-to-pin', 'survey-form'],
  'posts/detail': ['post-editing', 'post-actions-row', 'report-focus'],
  'posts/filters': ['browsing', 'suggestions'],
  'posts/form': ['survey-form', 'survey-drafts'],
  'posts/list': ['list', 'browsing'],
  'posts/merge': ['merge'],
  'posts/personal-data': ['personal-data'],
  'posts/public-view': ['public-view', 'place-masking'],
  'posts/receipt': ['receipt'],
  'posts/table': ['list'],
  'posts/visibility': ['place-masking', 'public-view'],
  posts: ['report-to-pin', 'post-editing', 'hostile-posts'],
  previews: ['embed'],
  privacy: ['place-masking', 'contact-data'],
  profile: ['users-and-roles'],
  'proof-of-work': ['abuse'],
  receipt: ['receipt'],
  receipts: ['receipt'],
  report: ['report-to-pin', 'abuse'],
  reporter: ['post-editing'],
  review: ['review', 'review-context', 'review-swipe'],
  'review-settings': ['review'],
  roles: ['users-and-roles'],
  'saved-searches': ['collections'],
  'sender-trust': ['review-context'],
  sets: ['collections'],
  settings: ['settings', 'templates'],
  'setup-assistant': ['setup-assistant'],
  share: ['embed'],
  shell: ['shell', 'load-failure', 'slow-network', 'display-preferences', 'styles'],
  shift: ['shift'],
  'site-time': ['activity'],
  status: ['status', 'database-outage'],
  'status-badge': ['list'],
  'survey-form': ['survey-form', 'text-answers'],
  surveys: ['survey-builder', 'survey-editing', 'survey-limit'],
  'targeted-surveys': ['targeted-surveys'],
  'team-only': ['post-editing'],
  templates: ['templates'],
  testing: [],
  'text-answers': ['text-answers'],
  tos: ['account'],
  undo: ['review'],
  'unread-messages': ['targeted-surveys'],
  unsubscribe: ['notifications'],
  urgency: ['urgency'],
  user: ['shell'],
  'user-settings': ['settings'],
  users: ['users-and-roles', 'account'],
  'verification-badge': ['review'],
  verifier: ['verifier'],
  'video-player': ['survey-form'],
  webhooks: ['webhooks'],
};

/** Journeys of minutes through many features: in `npm run test:all` only. */
export const LONG_JOURNEYS = ['crash-recovery', 'flood-deployment', 'new-deployment', 'review-simulation'];

/** Whatever is changed in the client or the server outside of a feature. */
const OTHER_ROOTS = {
  'apps/web/': [...WHOLE_WAY, 'languages', 'accessibility'],
  'apps/server/': WHOLE_WAY,
  'packages/': WHOLE_WAY,
};

/**
 * The feature of a file: a key of `JOURNEYS_OF`. Undefined outside of the features.
 * @param {string} file relative to the repository's root
 */
export function featureOf(file) {
  const root = FEATURE_ROOTS.find((it) => file.startsWith(`${it}/`));
  const below = root && file.slice(root.length + 1);
  return below && Object.keys(JOURNEYS_OF).find((key) => below.startsWith(`${key}/`));
}

/** Names of spec files for a changed file. @param {string} file relative to the repository's root @returns {string[]} */
export function journeysFor(file) {
  const ownJourney = /^e2e\/.*\/([^/]+)\.spec\.ts$/.exec(file)?.[1];
  if (ownJourney) return [ownJourney];
  if (/\.test\.tsx?$/.test(file)) return [];
  const feature = featureOf(file);
  if (feature) return JOURNEYS_OF[feature];
  return Object.entries(OTHER_ROOTS).find(([root]) => file.startsWith(root))?.[1] ?? [];
}
