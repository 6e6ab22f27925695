/** Every step, in order. A step that has landed is never changed; the next one mends it. */
import type { Migration } from '../kernel/db/migrate.ts';
import * as firstTables from './0001-first-tables.ts';
import * as masks from './0002-masks.ts';
import * as people from './0003-people.ts';
import * as places from './0004-places.ts';
import * as postsWhole from './0005-posts-whole.ts';
import * as messages from './0006-messages.ts';
import * as storedFiles from './0008-stored-files.ts';
import * as notifications from './0009-notifications.ts';
import * as words from './0010-words.ts';
import * as locksOfSessions from './0011-locks-of-sessions.ts';
import * as tellingSubscribers from './0012-telling-subscribers.ts';
import * as counts from './0013-counts.ts';
import * as topics from './0014-topics.ts';
import * as apiKeys from './0018-api-keys.ts';
import * as imports from './0020-imports.ts';
import * as exports from './0022-exports.ts';
import * as webhooks from './0024-webhooks.ts';
import * as moreCounts from './0025-more-counts.ts';
import * as dataSources from './0026-data-sources.ts';
import * as targetedSurveys from './0030-targeted-surveys.ts';
import * as uploads from './0032-uploads.ts';
import * as backups from './0036-backups.ts';
import * as keysOfThrottles from './0038-keys-of-throttles.ts';
import * as surveysInTurn from './0042-surveys-in-turn.ts';
import * as senders from './0046-senders.ts';
import * as quickExit from './0047-quick-exit.ts';
import * as silenced from './0049-silenced.ts';
import * as heldPosts from './0050-held-posts.ts';
import * as placeNames from './0052-place-names.ts';
import * as toldBefore from './0053-told-before.ts';
import * as countedTexts from './0054-counted-texts.ts';
import * as toldByOthers from './0055-told-by-others.ts';
import * as layers from './0056-layers.ts';
import * as translations from './0057-translations.ts';
import * as mediaOwners from './0058-media-owners.ts';
import * as contactConfirmation from './0060-contact-confirmation.ts';
import * as notificationCounts from './0061-notification-counts.ts';
import * as outgoingData from './0062-outgoing-data.ts';
import * as loginDevices from './0064-login-devices.ts';
import * as codeTexts from './0065-code-texts.ts';
import * as phoneContacts from './0070-phone-contacts.ts';
import * as outboxCodes from './0072-outbox-codes.ts';

export const migrations: readonly Migration[] = [
  firstTables,
  masks,
  people,
  places,
  postsWhole,
  messages,
  storedFiles,
  notifications,
  words,
  locksOfSessions,
  tellingSubscribers,
  counts,
  topics,
  apiKeys,
  imports,
  exports,
  webhooks,
  moreCounts,
  dataSources,
  targetedSurveys,
  uploads,
  backups,
  keysOfThrottles,
  surveysInTurn,
  senders,
  quickExit,
  silenced,
  heldPosts,
  placeNames,
  toldBefore,
  countedTexts,
  toldByOthers,
  layers,
  translations,
  mediaOwners,
  contactConfirmation,
  notificationCounts,
  outgoingData,
  loginDevices,
  codeTexts,
  phoneContacts,
  outboxCodes,
];
