/** Entities as the API answers them, each with usual values that a test overrides. */
import type { Attribute } from '@waypost/contract/attributes';
import type { Category } from '@waypost/contract/categories';
import type { Collection } from '@waypost/contract/collections';
import type { Contact } from '@waypost/contract/contacts';
import { defaultFeatures, type Features } from '@waypost/contract/features';
import type { Post } from '@waypost/contract/posts';
import type { Privilege } from '@waypost/contract/privileges';
import type { Role } from '@waypost/contract/roles';
import { defaultMap, defaultSite, type MapSettings, type Site } from '@waypost/contract/settings';
import type { Survey } from '@waypost/contract/surveys';
import type { Task } from '@waypost/contract/tasks';
import type { User } from '@waypost/contract/users';
import type { Account } from '../api/session.ts';

const created = '2026-03-01T10:00:00+00:00';

/** Everything that may be done with an entity. */
export const fullPrivileges: Privilege[] = ['read', 'create', 'update', 'delete', 'search'];

/** One page that holds everything there is. */
export const page = <T>(results: T[], total = results.length) => ({
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

/** The public settings of a deployment. */
export const configGroups = ({
  site,
  map,
  features,
}: {
  site?: Partial<Site>;
  map?: Partial<MapSettings>;
  features?: Partial<Features>;
} = {}) => {
  const own = { url: '', allowed_privileges: fullPrivileges };
  return [
    { ...own, ...defaultSite, id: 'site' as const, name: 'Test', first_login: false, ...site },
    { ...own, ...defaultMap, id: 'map' as const, ...map },
    { ...own, ...defaultFeatures, id: 'features' as const, ...features },
  ];
};

export const account = (it: Partial<Account> = {}): Account => ({
  id: 1,
  realname: 'Amina Admin',
  email: 'amina@example.org',
  role: 'admin',
  permissions: [],
  gravatar: null,
  language: null,
  ...it,
});

/** Somebody with every right. */
export const admin = account();

/** Somebody with an account and no further right. */
export const member = account({ id: 7, realname: 'Mo Member', email: 'mo@example.org', role: 'user' });

export const user = (it: Partial<User> = {}): User => ({
  id: 1,
  url: '',
  email: 'amina@example.org',
  realname: 'Amina Admin',
  role: 'admin',
  created,
  updated: null,
  contacts: [],
  allowed_privileges: [...fullPrivileges, 'read_full'],
  ...it,
});

export const contact = (it: Partial<Contact> = {}): Contact => ({
  id: 1,
  url: '',
  data_source: null,
  type: 'email',
  contact: 'mo@example.org',
  created,
  updated: null,
  can_notify: true,
  country_code: null,
  confirmed: false,
  allowed_privileges: fullPrivileges,
  ...it,
});

export const role = (it: Partial<Role> = {}): Role => ({
  id: 1,
  url: '',
  name: 'reviewer',
  display_name: 'Reviewer',
  description: null,
  permissions: [],
  protected: false,
  may_give: true,
  allowed_privileges: fullPrivileges,
  ...it,
});

export const collection = (it: Partial<Collection> = {}): Collection => ({
  id: 1,
  url: null,
  user: { id: 1, url: '', realname: 'Amina Admin' },
  name: 'Floods',
  description: null,
  view: 'map',
  view_options: null,
  role: null,
  featured: false,
  created,
  updated: null,
  allowed_privileges: fullPrivileges,
  ...it,
});

export const survey = (it: Partial<Survey> = {}): Survey => ({
  id: 1,
  url: '',
  parent_id: null,
  name: 'Street lights',
  description: null,
  color: '#A51A1A',
  type: 'report',
  disabled: false,
  created,
  updated: null,
  hide_author: false,
  hide_time: false,
  hide_location: false,
  require_approval: true,
  everyone_can_create: true,
  targeted_survey: false,
  quick_exit: false,
  can_create: [],
  tags: [],
  may_post: true,
  allowed_privileges: fullPrivileges,
  ...it,
});

/** The task that is the report itself. */
export const task = (it: Partial<Task> = {}): Task => ({
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
  allowed_privileges: fullPrivileges,
  ...it,
});

let lastAttribute = 0;
export const attribute = (it: Partial<Attribute> = {}): Attribute => {
  lastAttribute += 1;
  return {
    id: lastAttribute,
    url: '',
    key: `key-${lastAttribute}`,
    label: 'Lamp number',
    instructions: null,
    input: 'text',
    type: 'varchar',
    required: false,
    default: null,
    priority: lastAttribute,
    options: null,
    cardinality: 1,
    config: {},
    form_stage_id: 1,
    response_private: false,
    allowed_privileges: fullPrivileges,
    ...it,
  };
};

export const post = (it: Partial<Post> = {}): Post => ({
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
  created,
  updated: null,
  locale: 'en_us',
  values: [],
  post_date: created,
  tags: [],
  published_to: [],
  completed_stages: [],
  sets: [],
  lock: null,
  source: null,
  contact: null,
  data_source_message_id: null,
  allowed_privileges: ['read'],
  ...it,
});

export const category = (it: Partial<Category> = {}): Category => ({
  id: 1,
  url: '',
  ...(it.parent ? {} : { parent_id: null }),
  tag: 'Roads',
  slug: 'roads',
  type: 'category',
  color: '#2274B4',
  icon: 'tag',
  description: null,
  priority: 99,
  created,
  role: null,
  children: [],
  allowed_privileges: fullPrivileges,
  ...it,
});
