/** Test data: entities as the API sends them, with defaults that a test overrides. */

import type { Category } from '@waypost/contract/categories/categories';
import type { Collection } from '@waypost/contract/collections/collections';
import type { Privilege } from '@waypost/contract/common/permissions';
import type { Contact } from '@waypost/contract/contacts/contacts';
import type { Layer } from '@waypost/contract/layers/layers';
import type { MapArchive } from '@waypost/contract/map-archives/map-archives';
import type { Post } from '@waypost/contract/posts/posts';
import { defaultFeatures, type Features } from '@waypost/contract/settings/features';
import { defaultMap, defaultSite, type MapSettings, type Site } from '@waypost/contract/settings/settings';
import type { Attribute } from '@waypost/contract/surveys/attributes';
import type { Survey } from '@waypost/contract/surveys/surveys';
import type { Task } from '@waypost/contract/surveys/tasks';
import type { Role } from '@waypost/contract/users/roles';
import type { User } from '@waypost/contract/users/users';
import type { Account } from '../api/session.ts';

const createdDate = '2026-03-01T10:00:00+00:00';

/** All privileges of an entity. */
export const allPrivileges: Privilege[] = ['read', 'create', 'update', 'delete', 'search'];

/** A page of a list that holds all results. */
export const createTestPage = <T>(results: T[], total = results.length) => ({
  count: results.length,
  results,
  limit: null,
  offset: '0',
  order: 'asc',
  orderby: 'id',
  curr: '',
  next: '',
  prev: '',
  total_count: total,
});

/** The public settings of a deployment, as a list of groups. */
export const createTestConfig = ({
  site,
  map,
  features,
}: {
  site?: Partial<Site>;
  map?: Partial<MapSettings>;
  features?: Partial<Features>;
} = {}) => {
  const common = { url: '', allowed_privileges: allPrivileges };
  return [
    { ...common, ...defaultSite, id: 'site' as const, name: 'Test', first_login: false, ...site },
    { ...common, ...defaultMap, id: 'map' as const, ...map },
    { ...common, ...defaultFeatures, id: 'features' as const, ...features },
  ];
};

/** The account of an administrator. */
export const createTestAccount = (overrides: Partial<Account> = {}): Account => ({
  id: 1,
  realname: 'Amina Admin',
  email: 'amina@example.org',
  role: 'admin',
  permissions: [],
  gravatar: null,
  language: null,
  ...overrides,
});

/** An account with every permission. */
export const adminAccount = createTestAccount();

/** An account without further permissions. */
export const memberAccount = createTestAccount({
  id: 7,
  realname: 'Mo Member',
  email: 'mo@example.org',
  role: 'user',
});

export const createTestUser = (overrides: Partial<User> = {}): User => ({
  id: 1,
  url: '',
  email: 'amina@example.org',
  realname: 'Amina Admin',
  role: 'admin',
  created: createdDate,
  updated: null,
  contacts: [],
  allowed_privileges: [...allPrivileges, 'read_full'],
  ...overrides,
});

export const contact = (overrides: Partial<Contact> = {}): Contact => ({
  id: 1,
  url: '',
  data_source: null,
  type: 'email',
  contact: 'mo@example.org',
  created: createdDate,
  updated: null,
  can_notify: true,
  country_code: null,
  confirmed: false,
  allowed_privileges: allPrivileges,
  ...overrides,
});

export const createTestRole = (overrides: Partial<Role> = {}): Role => ({
  id: 1,
  url: '',
  name: 'reviewer',
  display_name: 'Reviewer',
  description: null,
  permissions: [],
  protected: false,
  may_give: true,
  allowed_privileges: allPrivileges,
  ...overrides,
});

export const createTestCollection = (overrides: Partial<Collection> = {}): Collection => ({
  id: 1,
  url: null,
  user: { id: 1, url: '', realname: 'Amina Admin' },
  name: 'Floods',
  description: null,
  view: 'map',
  view_options: null,
  role: null,
  featured: false,
  created: createdDate,
  updated: null,
  allowed_privileges: allPrivileges,
  ...overrides,
});

export const createTestSurvey = (overrides: Partial<Survey> = {}): Survey => ({
  id: 1,
  url: '',
  parent_id: null,
  name: 'Street lights',
  description: null,
  color: '#A51A1A',
  type: 'report',
  disabled: false,
  created: createdDate,
  updated: null,
  hide_author: false,
  hide_time: false,
  hide_location: false,
  require_approval: true,
  everyone_can_create: true,
  targeted_survey: false,
  quick_exit: false,
  keep_originals: false,
  can_create: [],
  tags: [],
  may_post: true,
  allowed_privileges: allPrivileges,
  ...overrides,
});

/** The task of type `post`, which is the report itself. */
export const createTestTask = (overrides: Partial<Task> = {}): Task => ({
  id: 1,
  url: '',
  form_id: 1,
  label: 'Report',
  priority: 1,
  icon: null,
  type: 'post',
  required: false,
  show_when_published: true,
  description: null,
  task_is_internal_only: false,
  allowed_privileges: allPrivileges,
  ...overrides,
});

let lastAttributeId = 0;
export const createTestAttribute = (overrides: Partial<Attribute> = {}): Attribute => {
  lastAttributeId += 1;
  return {
    id: lastAttributeId,
    url: '',
    key: `key-${lastAttributeId}`,
    label: 'Lamp number',
    instructions: null,
    input: 'text',
    type: 'varchar',
    required: false,
    default: null,
    priority: lastAttributeId,
    options: null,
    cardinality: 1,
    config: {},
    form_stage_id: 1,
    response_private: false,
    allowed_privileges: allPrivileges,
    ...overrides,
  };
};

export const createTestPost = (overrides: Partial<Post> = {}): Post => ({
  id: 1,
  url: '',
  user_id: null,
  parent_id: null,
  form: { id: 1, url: '' },
  message: null,
  color: null,
  type: 'report',
  title: 'Lamp is out',
  slug: null,
  content: 'Dark since Monday',
  status: 'published',
  created: createdDate,
  updated: null,
  locale: 'en_us',
  values: [],
  post_date: createdDate,
  tags: [],
  published_to: [],
  completed_stages: [],
  sets: [],
  lock: null,
  source: null,
  contact: null,
  data_source_message_id: null,
  allowed_privileges: ['read'],
  ...overrides,
});

export const createTestCategory = (overrides: Partial<Category> = {}): Category => ({
  id: 1,
  url: '',
  ...(overrides.parent ? {} : { parent_id: null }),
  tag: 'Roads',
  slug: 'roads',
  type: 'category',
  color: '#2274B4',
  icon: 'tag',
  description: null,
  priority: 99,
  created: createdDate,
  role: null,
  children: [],
  allowed_privileges: allPrivileges,
  ...overrides,
});

/** A layer that was uploaded. */
export const createTestLayer = (overrides: Partial<Layer> = {}): Layer => ({
  id: 1,
  url: 'https://example.org/api/v3/layer/1',
  name: 'Clinics',
  data_url: null,
  media: null,
  type: 'geojson',
  options: null,
  active: true,
  visible_by_default: true,
  created: '2026-01-01T00:00:00+00:00',
  updated: null,
  position: 0,
  refresh_minutes: 60,
  is_base_map: false,
  data: {
    size: 15_000,
    features: 70,
    received: '2026-01-01T00:00:00+00:00',
    pending: false,
    failure: null,
  },
  allowed_privileges: ['read', 'create', 'update', 'delete', 'search'],
  ...overrides,
});

/** A map archive. */
export const createTestMapArchive = (overrides: Partial<MapArchive> = {}): MapArchive => ({
  id: 1,
  url: 'https://example.org/api/v3/map-archives/1',
  name: 'Liechtenstein',
  state: 'ready',
  failure: null,
  source: 'upload',
  origin: 'li.pmtiles',
  size: 570_000,
  received: 570_000,
  active: true,
  position: 0,
  schema: 'protomaps',
  bounds: [9.47, 47.05, 9.64, 47.27],
  min_zoom: 0,
  max_zoom: 14,
  attribution: [{ text: '© OpenStreetMap', url: null }],
  hash: 'hash',
  is_file_missing: false,
  created: '2026-01-01T00:00:00+00:00',
  allowed_privileges: ['read', 'create', 'update', 'delete', 'search'],
  ...overrides,
});

/** How a PMTiles archive of version 3 begins. */
export const archiveHead = Uint8Array.of(...new TextEncoder().encode('PMTiles'), 3);

/** How an OpenStreetMap extract begins: the length of a header, and its type. */
export const extractHead = Uint8Array.of(0, 0, 0, 14, ...new TextEncoder().encode('\n\tOSMHeader'));
