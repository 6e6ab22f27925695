/** The contract reads the responses of other servers of this API. */
import { expect, test } from 'vitest';
import type { z } from 'zod';
import { PostGeoJson, PostsGeoJson } from '../browse/map.ts';
import { Stats, SurveyStats } from '../browse/stats.ts';
import { Category } from '../categories/categories.ts';
import { Collection } from '../collections/collections.ts';
import { Contact } from '../contacts/contacts.ts';
import { DataProvider } from '../data-sources/data-sources.ts';
import { ExportJob } from '../exports/exports.ts';
import { Media } from '../media/media.ts';
import { Message } from '../messages/messages.ts';
import { Notification } from '../notifications/notifications.ts';
import { PostLock, ReleasedLock } from '../posts/post-locks.ts';
import { Post } from '../posts/posts.ts';
import { SavedSearch } from '../saved-searches/saved-searches.ts';
import { MapSettings } from '../settings/settings.ts';
import { Attribute } from '../surveys/attributes.ts';
import { Survey } from '../surveys/surveys.ts';
import { Task } from '../surveys/tasks.ts';
import { Token } from '../users/oauth.ts';
import { Role } from '../users/roles.ts';
import { User } from '../users/users.ts';
import { Webhook } from '../webhooks/webhooks.ts';
import { ErrorEnvelope } from './error-envelope.ts';
import { listResponse } from './list-envelope.ts';
import {
  allPrivileges,
  apiUrl,
  attribute,
  category,
  collection,
  createdDate,
  dataProvider,
  exportJob,
  listEnvelope,
  mapSettings,
  message,
  post,
  postLock,
  postStats,
  postsGeoJson,
  survey,
  surveyStats,
  task,
  userAccount,
  userRelation,
} from './other-servers.fixture.ts';

const responses: [string, z.ZodType, unknown][] = [
  ['a token of a visitor', Token, { token_type: 'Bearer', expires_in: 86_400, access_token: 'eyJ0' }],
  ['a list', listResponse(Category), listEnvelope],
  ['a list asked for without numbers', listResponse(Category), { ...listEnvelope, limit: null, offset: 0 }],
  ['a post', Post, post],
  ['a post without answers, of nobody', Post, { ...post, user: undefined, user_id: null, values: [] }],
  ['a lock', PostLock, { ...postLock, allowed_privileges: ['read', 'delete', 'search'] }],
  [
    'a release without a lock',
    ReleasedLock,
    { id: null, url: null, user: null, post_id: null, expires: null, allowed_privileges: allPrivileges },
  ],
  ['places of posts', PostsGeoJson, postsGeoJson],
  [
    'places of a post',
    PostGeoJson,
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
  ['counts', Stats, postStats],
  ['counts of a survey', SurveyStats, surveyStats],
  ['a collection', Collection, { ...collection, user: userRelation, view: 'timeline' }],
  ['a saved search', SavedSearch, { ...collection, user_id: null, view: 'data', filter: { form: 'none' } }],
  [
    'a saved search without filters',
    SavedSearch,
    { ...collection, user: userRelation, view: 'map', filter: [] },
  ],
  ['a survey', Survey, survey],
  ['an attribute', Attribute, attribute],
  ['a task', Task, task],
  ['a category', Category, category],
  ['an account', User, userAccount],
  [
    'an account by its name',
    User,
    { ...userRelation, realname: null, contacts: [], allowed_privileges: ['register'] },
  ],
  [
    'a role',
    Role,
    {
      id: 5,
      url: `${apiUrl}/roles/5`,
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
      url: `${apiUrl}/contacts/31`,
      user: userRelation,
      data_source: null,
      type: 'phone',
      contact: '15550123',
      created: createdDate,
      updated: null,
      can_notify: true,
      country_code: null,
      allowed_privileges: allPrivileges,
    },
  ],
  ['a message', Message, message],
  [
    'a notification',
    Notification,
    {
      id: 2,
      url: `${apiUrl}/notifications/2`,
      user: userRelation,
      set: { id: 4, url: `${apiUrl}/sets/4` },
      created: createdDate,
      updated: null,
      allowed_privileges: allPrivileges,
    },
  ],
  [
    'a picture',
    Media,
    {
      id: 41,
      url: `${apiUrl}/media/41`,
      user_id: null,
      caption: null,
      created: createdDate,
      updated: null,
      mime: 'image/jpeg',
      original_file_url: 'https://api.example.org/storage/5/d/5de2-gauge.jpg',
      original_file_size: 204_811,
      original_width: 1280,
      original_height: 720,
      allowed_privileges: ['read', 'create', 'search'],
    },
  ],
  ['a map', MapSettings, mapSettings],
  ['a data source', DataProvider, dataProvider],
  ['an export', ExportJob, exportJob],
  [
    'a webhook',
    Webhook,
    {
      id: 3,
      url: 'https://hooks.example.net/in',
      user: userRelation,
      form_id: null,
      name: 'Desk feed',
      shared_secret: 'a-secret-of-20-chars-or-more',
      webhook_uuid: '0c4c2b8e-0a11-4c11-9b11-5c9b7f1e2d3a',
      event_type: 'create',
      entity_type: 'post',
      source_field_key: null,
      destination_field_key: null,
      created: createdDate,
      updated: null,
      allowed_privileges: allPrivileges,
    },
  ],
  ['a refusal', ErrorEnvelope, { errors: [{ status: 404 }] }],
];

test.each(responses)('%s', (_what, schema, answer) => {
  const parsed = schema.safeParse(answer);
  expect(parsed.error?.issues ?? []).toEqual([]);
});

test('reads a type and an input of a later version as text', () => {
  const page = { ...listEnvelope, results: [attribute, { ...attribute, type: 'signature', input: 'pen' }] };
  expect(listResponse(Attribute).parse(page).results).toMatchObject([
    { type: attribute.type, input: attribute.input },
    { type: 'text', input: 'text' },
  ]);
});

test('converts numbers that were sent as text', () => {
  expect(MapSettings.parse(mapSettings)).toMatchObject({
    location_precision: 2,
    default_view: { lat: -1.3048035 },
  });
  expect(SurveyStats.parse(surveyStats).total_by_data_source).toMatchObject({ sms: 7, web: 12, all: 19 });
});
