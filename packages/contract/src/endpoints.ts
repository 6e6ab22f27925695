/** Every endpoint there is, by group: what the OpenAPI document lists. */
import * as apiIndex from './api-index.ts';
import * as apiKeys from './api-keys.ts';
import * as attributes from './attributes.ts';
import * as audit from './audit.ts';
import * as categories from './categories.ts';
import * as challenge from './challenge.ts';
import * as collections from './collections.ts';
import * as contactData from './contact-data.ts';
import * as contacts from './contacts.ts';
import * as countryCodes from './country-codes.ts';
import * as dataSources from './data-sources.ts';
import type { Endpoint } from './endpoint.ts';
import * as exports from './exports.ts';
import * as hxl from './hxl.ts';
import * as imports from './imports.ts';
import * as jobs from './jobs.ts';
import * as layers from './layers.ts';
import * as map from './map.ts';
import * as media from './media.ts';
import * as messages from './messages.ts';
import * as notifications from './notifications.ts';
import * as outbox from './outbox.ts';
import * as places from './places.ts';
import * as postLocks from './post-locks.ts';
import * as postRevisions from './post-revisions.ts';
import * as postTranslations from './post-translations.ts';
import * as posts from './posts.ts';
import * as registration from './registration.ts';
import * as retention from './retention.ts';
import * as roles from './roles.ts';
import * as savedSearches from './saved-searches.ts';
import * as senders from './senders.ts';
import * as sessions from './sessions.ts';
import * as settings from './settings.ts';
import * as stats from './stats.ts';
import * as status from './status.ts';
import * as surveys from './surveys.ts';
import * as targetedSurveys from './targeted-surveys.ts';
import * as tasks from './tasks.ts';
import * as tos from './tos.ts';
import * as uploads from './uploads.ts';
import * as userSettings from './user-settings.ts';
import * as users from './users.ts';
import * as verifier from './verifier.ts';
import * as webhooks from './webhooks.ts';
import * as writeBack from './write-back.ts';

const isEndpoint = (it: unknown): it is Endpoint =>
  typeof it === 'object' && it !== null && 'method' in it && 'path' in it && 'answer' in it;

const declaredIn = (module: object) => Object.values(module).filter(isEndpoint);

/** Groups in the order of the document. */
export const endpointGroups: Readonly<Record<string, readonly Endpoint[]>> = {
  Index: declaredIn(apiIndex),
  Posts: [...declaredIn(posts), ...declaredIn(senders), ...declaredIn(challenge)],
  Locks: declaredIn(postLocks),
  Revisions: declaredIn(postRevisions),
  Translations: declaredIn(postTranslations),
  Messages: declaredIn(messages),
  Map: [...declaredIn(map), ...declaredIn(places)],
  Layers: declaredIn(layers),
  Stats: declaredIn(stats),
  Exports: declaredIn(exports),
  HXL: declaredIn(hxl),
  Collections: declaredIn(collections),
  'Saved searches': declaredIn(savedSearches),
  Notifications: declaredIn(notifications),
  Surveys: declaredIn(surveys),
  'Targeted surveys': declaredIn(targetedSurveys),
  Tasks: declaredIn(tasks),
  Attributes: declaredIn(attributes),
  Categories: declaredIn(categories),
  Media: [...declaredIn(media), ...declaredIn(uploads)],
  People: declaredIn(users),
  Sessions: declaredIn(sessions),
  Contacts: [...declaredIn(contacts), ...declaredIn(contactData)],
  'User settings': declaredIn(userSettings),
  Terms: declaredIn(tos),
  Registration: declaredIn(registration),
  Roles: declaredIn(roles),
  Settings: [...declaredIn(settings), ...declaredIn(retention)],
  'Data sources': declaredIn(dataSources),
  Webhooks: declaredIn(webhooks),
  'API keys': [...declaredIn(apiKeys), ...declaredIn(writeBack)],
  Countries: declaredIn(countryCodes),
  Imports: declaredIn(imports),
  Audit: declaredIn(audit),
  Mail: declaredIn(outbox),
  Jobs: declaredIn(jobs),
  Status: declaredIn(status),
  Verifier: declaredIn(verifier),
};
