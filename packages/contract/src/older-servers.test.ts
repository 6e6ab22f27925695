/** Our web client against other servers of this API: what they answer, in the shapes that they have, can be read. */
import { expect, test } from 'vitest';
import type { z } from 'zod';
import { Attribute } from './attributes.ts';
import { Category } from './categories.ts';
import { Collection } from './collections.ts';
import { Contact } from './contacts.ts';
import { DataProvider } from './data-sources.ts';
import { listOfEntities } from './envelope.ts';
import { ExportJob } from './exports.ts';
import { PostCollectionGeo, PostGeo } from './map.ts';
import { Media } from './media.ts';
import { Message } from './messages.ts';
import { Notification } from './notifications.ts';
import { Token } from './oauth.ts';
import { PostLock, ReleasedLock } from './post-locks.ts';
import { Post } from './posts.ts';
import { ErrorEnvelope } from './problems.ts';
import { Role } from './roles.ts';
import { SavedSearch } from './saved-searches.ts';
import { MapSettings } from './settings.ts';
import { Stats, SurveyStats } from './stats.ts';
import { Survey } from './surveys.ts';
import { Task } from './tasks.ts';
import { User } from './users.ts';
import { Webhook } from './webhooks.ts';

const at = 'https://api.example.org/api/v3';
const all = ['read', 'create', 'update', 'delete', 'search'];
const user = { id: 7, url: `${at}/users/7` };
const created = '2019-12-01T06:12:09+00:00';
const map = {
  id: 'map',
  url: `${at}/config/map`,
  clustering: true,
  cluster_radius: 50,
  location_precision: '2',
  default_view: {
    lat: '-1.3048035',
    lon: 36.8473969,
    zoom: '2',
    baselayer: 'MapQuest',
    fit_map_boundaries: true,
    icon: 'map-marker',
    color: 'blue',
  },
  allowed_privileges: ['read', 'search'],
};
const exported = {
  id: 15,
  url: null,
  entity_type: 'post',
  user,
  fields: [],
  filters: [],
  status: 'EXPORTED_TO_CDN',
  header_row: null,
  created,
  updated: null,
  url_expiration: null,
  include_hxl: false,
  send_to_browser: true,
  send_to_hdx: false,
  hxl_heading_row: null,
  hxl_meta_data_id: null,
  total_batches: null,
  total_rows: null,
  allowed_privileges: all,
};
const post = {
  id: 318,
  url: `${at}/posts/318`,
  user,
  parent_id: null,
  form: { id: 2, url: `${at}/forms/2` },
  message: null,
  color: '#2274B4',
  type: 'report',
  title: 'Bridge closed at mile 12',
  slug: 'bridge-closed-at-mile-12-5de60d4a1c2b3',
  content: 'Water over the deck since dawn.',
  status: 'published',
  created,
  updated: null,
  locale: 'en_us',
  values: {
    '4f0c-vc': ['Closed'],
    '9a1d-int': [3],
    '77be-dec': ['12.5000'],
    'bb41-place': [{ lon: 36.82, lat: -1.29 }],
    'a7a7-cats': ['3', '9'],
  },
  post_date: created,
  tags: [{ id: 3, url: `${at}/tags/3` }],
  published_to: [],
  completed_stages: [5],
  sets: ['1', '7'],
  lock: null,
  source: null,
  contact: null,
  data_source_message_id: null,
  allowed_privileges: all,
};
const set = {
  id: 4,
  url: null,
  name: 'River gauges',
  description: null,
  view_options: null,
  role: ['admin'],
  featured: false,
  created,
  updated: null,
  allowed_privileges: all,
};
const survey = {
  id: 2,
  url: `${at}/forms/2`,
  parent_id: null,
  name: 'Flood report',
  description: null,
  color: null,
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
  can_create: [],
  tags: [{ id: 3, url: `${at}/tags/3` }],
  allowed_privileges: ['read', 'search'],
};
const attribute = {
  id: 14,
  url: `${at}/form_attributes/14`,
  key: 'bb41-place',
  label: 'Where is it?',
  instructions: null,
  input: 'location',
  type: 'point',
  required: true,
  default: null,
  priority: 3,
  options: null,
  cardinality: 1,
  config: [],
  form_stage_id: 5,
  response_private: false,
  allowed_privileges: ['read', 'search'],
};
const task = {
  id: 5,
  url: `${at}/form_stages/5`,
  form_id: 2,
  label: 'Post',
  priority: 0,
  icon: null,
  type: 'post',
  required: false,
  show_when_published: true,
  description: null,
  task_is_internal_only: false,
  allowed_privileges: ['read', 'search'],
};
const category = {
  id: 3,
  url: `${at}/tags/3`,
  parent_id: null,
  tag: 'Road damage',
  slug: 'road-damage',
  type: 'category',
  color: null,
  icon: 'tag',
  description: null,
  priority: 99,
  created,
  role: null,
  children: [{ id: 9, url: `${at}/tags/9` }],
  allowed_privileges: ['read', 'search'],
};
const account = {
  ...user,
  email: 'ines@example.org',
  realname: 'Ines Ortega',
  logins: 0,
  failed_attempts: 0,
  last_login: null,
  last_attempt: null,
  created,
  updated: null,
  role: 'user',
  language: null,
  contacts: [
    {
      id: '31',
      user_id: '7',
      data_source: null,
      type: 'email',
      contact: 'ines@example.org',
      created: '1554202800',
      updated: null,
      can_notify: '1',
    },
  ],
  allowed_privileges: ['read', 'update', 'read_full', 'register'],
  gravatar: '0c17bf66e649070167701d2d3cd71711',
};
const message = {
  id: 77,
  url: `${at}/messages/77`,
  parent_id: null,
  contact_id: 8,
  post_id: 318,
  user_id: null,
  data_source: 'twilio',
  data_source_message_id: 'SM9f0',
  title: null,
  message: 'Water reached the school',
  datetime: { date: '2019-11-30 09:15:00.000000', timezone_type: 3, timezone: 'UTC' },
  type: 'sms',
  status: 'received',
  direction: 'incoming',
  created,
  additional_data: null,
  notification_post_id: null,
  contact: null,
  allowed_privileges: ['read', 'create', 'delete', 'search'],
};
const surveyStats = {
  id: null,
  url: `${at}/form_stats`,
  total_responses: null,
  total_recipients: null,
  total_response_recipients: null,
  total_messages_sent: null,
  total_messages_pending: null,
  total_by_data_source: { sms: '7', email: 0, twitter: 0, web: '12', all: 19 },
  allowed_privileges: all,
};
const counted = {
  totals: [
    { key: 'form', values: [{ label: 'None', total: 0, id: null, type: 'web' }] },
    { key: 'Flood', values: [{ label: 1575158400, total: 6, cumulative_total: 6 }] },
  ],
  group_by: 'form',
  group_by_attribute_key: null,
  timeline_attribute: 'created',
  time_interval: '3600',
  unmapped: -4,
};
const provider = {
  id: 'email',
  url: `${at}/dataprovider/email`,
  name: 'Email',
  services: ['email'],
  options: {
    intro_text: { label: '', input: 'read-only-text', description: '<p>Read me</p>' },
    incoming_type: { label: 'Type', input: 'radio', options: ['POP', 'IMAP'], rules: ['required', 'number'] },
  },
  inbound_fields: { Subject: 'text', Date: 'datetime', Message: 'text' },
  allowed_privileges: all,
};
const list = {
  count: 1,
  results: [category],
  limit: '1',
  offset: '3',
  order: 'desc',
  orderby: 'created',
  curr: `${at}/tags?orderby=created`,
  next: `${at}/tags?orderby=created`,
  prev: `${at}/tags?orderby=created`,
  total_count: 9,
};
const places = {
  type: 'FeatureCollection',
  features: [
    {
      type: 'Feature',
      geometry: { type: 'GeometryCollection', geometries: [{ type: 'Point', coordinates: [36.82, -1.29] }] },
      properties: {
        title: 'Bridge',
        description: null,
        'marker-color': null,
        id: 318,
        url: `${at}/posts/318`,
      },
    },
  ],
  bbox: ['36.5', '-1.1', '37.0', '-1.4'],
  total: 1,
};
const lock = { id: 12, url: `${at}/post_locks/12`, user, post_id: 318, expires: 1575190800 };

const answers: [string, z.ZodType, unknown][] = [
  ['a token of a visitor', Token, { token_type: 'Bearer', expires_in: 86_400, access_token: 'eyJ0' }],
  ['a list', listOfEntities(Category), list],
  ['a list asked for without numbers', listOfEntities(Category), { ...list, limit: null, offset: 0 }],
  ['a post', Post, post],
  ['a post without answers, of nobody', Post, { ...post, user: undefined, user_id: null, values: [] }],
  ['a lock', PostLock, { ...lock, allowed_privileges: ['read', 'delete', 'search'] }],
  [
    'no lock to release',
    ReleasedLock,
    { id: null, url: null, user: null, post_id: null, expires: null, allowed_privileges: all },
  ],
  ['places of posts', PostCollectionGeo, places],
  [
    'places of a post',
    PostGeo,
    {
      type: 'FeatureCollection',
      features: [
        {
          type: 'Feature',
          geometry: { type: 'Point', coordinates: [36.82, -1.29] },
          properties: {
            title: null,
            description: null,
            'marker-color': '#2274B4',
            id: 318,
            attribute_key: 'bb41',
          },
        },
      ],
    },
  ],
  ['counts', Stats, counted],
  ['counts of a survey', SurveyStats, surveyStats],
  ['a collection', Collection, { ...set, user, view: 'timeline' }],
  ['a saved search', SavedSearch, { ...set, user_id: null, view: 'data', filter: { form: 'none' } }],
  ['a saved search without filters', SavedSearch, { ...set, user, view: 'map', filter: [] }],
  ['a survey', Survey, survey],
  ['an attribute', Attribute, attribute],
  ['a task', Task, task],
  ['a category', Category, category],
  ['an account', User, account],
  [
    'an account by its name',
    User,
    { ...user, realname: null, contacts: [], allowed_privileges: ['register'] },
  ],
  [
    'a role',
    Role,
    {
      id: 5,
      url: `${at}/roles/5`,
      name: 'verifier',
      display_name: null,
      description: null,
      permissions: ['Manage Posts'],
      protected: false,
      allowed_privileges: ['read', 'search'],
    },
  ],
  [
    'a contact',
    Contact,
    {
      id: 31,
      url: `${at}/contacts/31`,
      user,
      data_source: null,
      type: 'phone',
      contact: '15550123',
      created,
      updated: null,
      can_notify: true,
      country_code: null,
      allowed_privileges: all,
    },
  ],
  ['a message', Message, message],
  [
    'a notification',
    Notification,
    {
      id: 2,
      url: `${at}/notifications/2`,
      user,
      set: { id: 4, url: `${at}/sets/4` },
      created,
      updated: null,
      allowed_privileges: all,
    },
  ],
  [
    'a picture',
    Media,
    {
      id: 41,
      url: `${at}/media/41`,
      user_id: null,
      caption: null,
      created,
      updated: null,
      mime: 'image/jpeg',
      original_file_url: 'https://api.example.org/storage/5/d/5de2-gauge.jpg',
      original_file_size: 204_811,
      original_width: 1280,
      original_height: 720,
      allowed_privileges: ['read', 'create', 'search'],
    },
  ],
  ['a map', MapSettings, map],
  ['a data source', DataProvider, provider],
  ['an export', ExportJob, exported],
  [
    'a webhook',
    Webhook,
    {
      id: 3,
      url: 'https://hooks.example.net/in',
      user,
      form_id: null,
      name: 'Desk feed',
      shared_secret: 'a-secret-of-20-chars-or-more',
      webhook_uuid: '0c4c2b8e-0a11-4c11-9b11-5c9b7f1e2d3a',
      event_type: 'create',
      entity_type: 'post',
      source_field_key: null,
      destination_field_key: null,
      created,
      updated: null,
      allowed_privileges: all,
    },
  ],
  ['a refusal', ErrorEnvelope, { errors: [{ status: 404 }] }],
];

test.each(answers)('%s', (_what, schema, answer) => {
  const parsed = schema.safeParse(answer);
  expect(parsed.error?.issues ?? []).toEqual([]);
});

test('numbers that came as text are numbers', () => {
  expect(MapSettings.parse(map)).toMatchObject({ location_precision: 2, default_view: { lat: -1.3048035 } });
  expect(SurveyStats.parse(surveyStats).total_by_data_source).toMatchObject({ sms: 7, web: 12, all: 19 });
});
