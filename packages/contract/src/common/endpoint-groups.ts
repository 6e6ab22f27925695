/** All endpoints by group, as the OpenAPI document lists them. */

import * as apiKeys from '../api-keys/api-keys.ts';
import * as writeBack from '../api-keys/write-back.ts';
import * as areaOutlines from '../areas/area-outlines.ts';
import * as areas from '../areas/areas.ts';
import * as areaEditing from '../areas/edit-area.ts';
import * as areaNames from '../areas/list-areas.ts';
import * as audit from '../audit/audit.ts';
import * as map from '../browse/map.ts';
import * as stats from '../browse/stats.ts';
import * as bulkChanges from '../bulk-changes/bulk-changes.ts';
import * as categories from '../categories/categories.ts';
import * as collections from '../collections/collections.ts';
import * as contacts from '../contacts/contacts.ts';
import * as dataSources from '../data-sources/data-sources.ts';
import * as emergency from '../emergency/emergency.ts';
import * as exports from '../exports/exports.ts';
import * as hxl from '../hxl/hxl.ts';
import * as imports from '../imports/imports.ts';
import * as jobs from '../jobs/jobs.ts';
import * as layers from '../layers/layers.ts';
import * as mapLayers from '../layers/map-layers.ts';
import * as serviceLayers from '../layers/service-layers.ts';
import * as outbox from '../mail/outbox.ts';
import * as mapArchives from '../map-archives/map-archives.ts';
import * as mapNames from '../map-archives/map-names.ts';
import * as media from '../media/media.ts';
import * as covers from '../media/picture-covers.ts';
import * as uploads from '../media/uploads.ts';
import * as messages from '../messages/messages.ts';
import * as notifications from '../notifications/notifications.ts';
import * as places from '../places/places.ts';
import * as mergedPosts from '../posts/merged-posts.ts';
import * as postConsent from '../posts/post-consent.ts';
import * as postLocks from '../posts/post-locks.ts';
import * as postRevisions from '../posts/post-revisions.ts';
import * as postTranslations from '../posts/post-translations.ts';
import * as posts from '../posts/posts.ts';
import * as challenge from '../posts/proof-of-work.ts';
import * as publicView from '../posts/public-view.ts';
import * as senders from '../posts/senders.ts';
import * as contactData from '../privacy/contact-data.ts';
import * as postRetention from '../privacy/post-retention.ts';
import * as retention from '../privacy/retention.ts';
import * as receipts from '../receipts/receipts.ts';
import * as assignments from '../review/assignments.ts';
import * as claims from '../review/claims.ts';
import * as personalData from '../review/personal-data.ts';
import * as postContext from '../review/post-context.ts';
import * as postNotes from '../review/post-notes.ts';
import * as reviewSummary from '../review/review-summary.ts';
import * as reviewers from '../review/reviewers.ts';
import * as shift from '../review/shift.ts';
import * as suggestions from '../review/suggestions.ts';
import * as urgency from '../review/urgency.ts';
import * as verifications from '../review/verifications.ts';
import * as savedSearches from '../saved-searches/saved-searches.ts';
import * as countryCodes from '../settings/country-codes.ts';
import * as settings from '../settings/settings.ts';
import * as setupAssistant from '../setup-assistant/setup-assistant.ts';
import * as status from '../status/status.ts';
import * as attributes from '../surveys/attributes.ts';
import * as savingSurveys from '../surveys/save-surveys.ts';
import * as surveys from '../surveys/surveys.ts';
import * as tasks from '../surveys/tasks.ts';
import * as targetedSurveys from '../targeted-surveys/targeted-surveys.ts';
import * as templateApplications from '../templates/template-applications.ts';
import * as templates from '../templates/templates.ts';
import * as tos from '../tos/tos.ts';
import * as userSettings from '../user-settings/user-settings.ts';
import * as invitations from '../users/invitations.ts';
import * as registration from '../users/registration.ts';
import * as roles from '../users/roles.ts';
import * as sessions from '../users/sessions.ts';
import * as users from '../users/users.ts';
import * as verifier from '../verifier/verifier.ts';
import * as webhooks from '../webhooks/webhooks.ts';
import * as apiIndex from './api-index.ts';
import type { Endpoint } from './endpoint.ts';

const isEndpoint = (it: unknown): it is Endpoint =>
  typeof it === 'object' && it !== null && 'method' in it && 'path' in it && 'response' in it;

const endpointsIn = (module: object) => Object.values(module).filter(isEndpoint);

/** Groups in the order of the OpenAPI document. */
export const endpointGroups: Readonly<Record<string, readonly Endpoint[]>> = {
  Index: endpointsIn(apiIndex),
  Posts: [
    ...endpointsIn(posts),
    ...endpointsIn(publicView),
    ...endpointsIn(postConsent),
    ...endpointsIn(senders),
    ...endpointsIn(challenge),
  ],
  Locks: endpointsIn(postLocks),
  Revisions: endpointsIn(postRevisions),
  Merging: endpointsIn(mergedPosts),
  Translations: endpointsIn(postTranslations),
  Review: [
    ...endpointsIn(reviewSummary),
    ...endpointsIn(claims),
    ...endpointsIn(reviewers),
    ...endpointsIn(assignments),
    ...endpointsIn(postNotes),
    ...endpointsIn(verifications),
    ...endpointsIn(personalData),
    ...endpointsIn(postContext),
    ...endpointsIn(suggestions),
    ...endpointsIn(urgency),
    ...endpointsIn(shift),
  ],
  Receipts: endpointsIn(receipts),
  'Bulk changes': endpointsIn(bulkChanges),
  Messages: endpointsIn(messages),
  Map: [...endpointsIn(map), ...endpointsIn(places)],
  Layers: [...endpointsIn(layers), ...endpointsIn(mapLayers), ...endpointsIn(serviceLayers)],
  Areas: [
    ...endpointsIn(areas),
    ...endpointsIn(areaNames),
    ...endpointsIn(areaOutlines),
    ...endpointsIn(areaEditing),
  ],
  'Map archives': [...endpointsIn(mapArchives), ...endpointsIn(mapNames)],
  Stats: endpointsIn(stats),
  Exports: endpointsIn(exports),
  HXL: endpointsIn(hxl),
  Collections: endpointsIn(collections),
  'Saved searches': endpointsIn(savedSearches),
  Notifications: endpointsIn(notifications),
  Surveys: [...endpointsIn(surveys), ...endpointsIn(savingSurveys)],
  'Targeted surveys': endpointsIn(targetedSurveys),
  Tasks: endpointsIn(tasks),
  Attributes: endpointsIn(attributes),
  Categories: endpointsIn(categories),
  Media: [...endpointsIn(media), ...endpointsIn(uploads), ...endpointsIn(covers)],
  People: endpointsIn(users),
  Invitations: endpointsIn(invitations),
  Sessions: endpointsIn(sessions),
  Contacts: [...endpointsIn(contacts), ...endpointsIn(contactData)],
  'User settings': endpointsIn(userSettings),
  Terms: endpointsIn(tos),
  Registration: endpointsIn(registration),
  Roles: endpointsIn(roles),
  Settings: [...endpointsIn(settings), ...endpointsIn(retention), ...endpointsIn(postRetention)],
  Emergency: endpointsIn(emergency),
  'Data sources': endpointsIn(dataSources),
  Templates: [...endpointsIn(templates), ...endpointsIn(templateApplications)],
  Webhooks: endpointsIn(webhooks),
  'API keys': [...endpointsIn(apiKeys), ...endpointsIn(writeBack)],
  Countries: endpointsIn(countryCodes),
  Imports: endpointsIn(imports),
  Audit: endpointsIn(audit),
  Mail: endpointsIn(outbox),
  Jobs: endpointsIn(jobs),
  Status: endpointsIn(status),
  Setup: endpointsIn(setupAssistant),
  Verifier: endpointsIn(verifier),
};
