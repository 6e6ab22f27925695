/** The schema of this version: migrations in order, and the files of functions, triggers and views. */
import path from 'node:path';
import { listFieldTypes } from '@waypost/contract/surveys/field-types';
import type { Schema } from '../kernel/db/migrate.ts';
import * as baseline from './0071-baseline.ts';
import * as outboxCodes from './0072-outbox-codes.ts';
import * as maskPostsAgain from './0074-mask-posts-again.ts';
import * as phoneNumberForms from './0075-phone-number-forms.ts';
import * as webhookPauseReasons from './0076-webhook-pause-reasons.ts';
import * as plainNames from './0077-plain-names.ts';
import * as jsonDepth from './0078-json-depth.ts';
import * as secretStatistics from './0079-secret-statistics.ts';
import * as auditSubjectName from './0081-audit-subject-name.ts';
import * as jobNames from './0082-job-names.ts';
import * as bulkChanges from './0105-bulk-changes.ts';
import * as channelHealth from './0120-channel-health.ts';
import * as invitations from './0121-invitations.ts';
import * as importSources from './0125-import-sources.ts';
import * as receivedKeys from './0126-received-keys.ts';
import * as reviewClaims from './0130-review-claims.ts';
import * as templateApplications from './0135-template-applications.ts';
import * as pictureFacts from './0140-picture-facts.ts';
import * as mergedPosts from './0141-merged-posts.ts';
import * as postNotes from './0150-post-notes.ts';
import * as postVerifications from './0151-post-verifications.ts';
import * as trustedContacts from './0152-trusted-contacts.ts';
import * as decisionCounts from './0153-decision-counts.ts';
import * as suggestions from './0154-suggestions.ts';
import * as urgencyRules from './0155-urgency-rules.ts';
import * as removedMentions from './0156-removed-mentions.ts';
import * as postRetentionRules from './0165-post-retention-rules.ts';
import * as receipts from './0170-receipts.ts';
import * as seenReporterMessages from './0175-seen-reporter-messages.ts';
import * as consent from './0184-consent.ts';
import * as placeMasks from './0188-place-masks.ts';
import * as publicationDelay from './0189-publication-delay.ts';
import * as personalDataPermission from './0192-personal-data-permission.ts';
import * as mapArchives from './0196-map-archives.ts';
import * as keptOriginals from './0200-kept-originals.ts';
import * as removedWords from './0201-removed-words.ts';
import * as mapExtracts from './0210-map-extracts.ts';
import * as mapNames from './0220-map-names.ts';
import * as doneConversations from './0230-done-conversations.ts';
import * as layerData from './0240-layer-data.ts';
import * as areas from './0250-areas.ts';
import * as areaOutlines from './0270-area-outlines.ts';
import * as layerAddresses from './0280-layer-addresses.ts';
import * as baseMaps from './0281-base-maps.ts';
import * as tileZooms from './0300-tile-zooms.ts';
import * as mapStyles from './0301-map-styles.ts';
import * as areaVersions from './0306-area-versions.ts';
import * as layerOptions from './0310-layer-options.ts';
import * as signingKey from './0311-signing-key.ts';
import * as anonymizedPosts from './0312-anonymized-posts.ts';
import * as filesToRemove from './0313-files-to-remove.ts';
import * as maskedAuthors from './0314-masked-authors.ts';
import * as importRowHashes from './0315-import-row-hashes.ts';
import * as importPictures from './0316-import-pictures.ts';
import * as otherMapPoints from './0317-other-map-points.ts';

/** A migration is not changed once it is on the main branch; a later one corrects it. */
export const schema: Schema = {
  migrations: [
    baseline,
    outboxCodes,
    maskPostsAgain,
    phoneNumberForms,
    webhookPauseReasons,
    plainNames,
    jsonDepth,
    secretStatistics,
    auditSubjectName,
    jobNames,
    bulkChanges,
    channelHealth,
    invitations,
    importSources,
    receivedKeys,
    reviewClaims,
    templateApplications,
    pictureFacts,
    mergedPosts,
    postNotes,
    postVerifications,
    trustedContacts,
    decisionCounts,
    suggestions,
    urgencyRules,
    removedMentions,
    postRetentionRules,
    receipts,
    seenReporterMessages,
    consent,
    placeMasks,
    publicationDelay,
    personalDataPermission,
    mapArchives,
    keptOriginals,
    removedWords,
    mapExtracts,
    mapNames,
    doneConversations,
    layerData,
    areas,
    areaOutlines,
    layerAddresses,
    baseMaps,
    tileZooms,
    mapStyles,
    areaVersions,
    layerOptions,
    signingKey,
    anonymizedPosts,
    filesToRemove,
    maskedAuthors,
    importRowHashes,
    importPictures,
    otherMapPoints,
  ],
  // The build copies them beside the bundle.
  functionsDirectory: path.join(import.meta.dirname, 'functions'),
  functionLists: {
    searchable_types: listFieldTypes(({ isSearchable }) => isSearchable),
    picture_types: listFieldTypes(({ answerKind }) => answerKind === 'media'),
  },
};
