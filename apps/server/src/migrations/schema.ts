/** The schema of this version: migrations in order, and the files of functions, triggers and views. */
import path from 'node:path';
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
  ],
  // The build copies them beside the bundle.
  functionsDirectory: path.join(import.meta.dirname, 'functions'),
};
