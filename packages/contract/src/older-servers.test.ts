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
import {
  account,
  all,
  at,
  attribute,
  category,
  counted,
  created,
  exported,
  list,
  lock,
  map,
  message,
  places,
  post,
  provider,
  set,
  survey,
  surveyStats,
  task,
  user,
} from './older-servers.fixture.ts';
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
