/** HTTP routes of the retention preview and of contact data; registers the daily retention job. */
import * as contactData from '@waypost/contract/privacy/contact-data';
import * as postRetention from '@waypost/contract/privacy/post-retention';
import { previewRetention } from '@waypost/contract/privacy/retention';
import type { FileStore } from '../kernel/files/file-store.ts';
import { hasFilesToRemove } from '../kernel/files/files-to-remove.sql.ts';
import { type MountContext, route } from '../kernel/http/route.ts';
import type { Outbox } from '../mail/mail.public.ts';
import { applyRetention, countExpiring, createRetentionRunner } from './apply-retention.ts';
import { countContactData, eraseContactData, exportContactData } from './contact-data.ts';
import { createFileRemover, removeFilesJob } from './remove-files.ts';
import { createUnusedFilesRemover, removeUnusedFilesJob } from './remove-unused-files.ts';
import {
  previewPostRetention,
  savePostRetentionRules,
  viewPostRetentionRules,
} from './save-post-retention.ts';
import { createSummarySender, sendDailySummary } from './send-daily-summary.ts';

/**
 * Mounts the routes of personal data, and registers their jobs: `removeFilesJob` whenever there are files to remove, and `applyRetention`,
 * `removeUnusedFilesJob` and `sendDailySummary` daily.
 */
export function mountPrivacy(mount: MountContext, store: FileStore, outbox: Outbox): void {
  mount.jobs.register(applyRetention, createRetentionRunner(mount.db));
  mount.jobs.schedule(applyRetention, '23 4 * * *');
  mount.jobs.register(removeFilesJob, createFileRemover(mount.db, store, mount.app.log));
  mount.jobs.watch(removeFilesJob, hasFilesToRemove);
  mount.jobs.register(removeUnusedFilesJob, createUnusedFilesRemover(mount.db, store, mount.app.log));
  mount.jobs.schedule(removeUnusedFilesJob, '43 4 * * *');
  mount.jobs.register(sendDailySummary, createSummarySender(outbox, mount.publicUrl));
  mount.jobs.schedule(sendDailySummary, '7 5 * * *');
  route(mount, previewRetention, ({ tx, query }) => countExpiring(tx, query));
  route(mount, postRetention.listPostRetentionRules, ({ tx, viewer, urls }) =>
    viewPostRetentionRules(tx, viewer, urls),
  );
  route(mount, postRetention.savePostRetentionRules, async ({ tx, viewer, urls, body }) => {
    await savePostRetentionRules(tx, viewer, body.rules);
    return viewPostRetentionRules(tx, viewer, urls);
  });
  route(mount, postRetention.previewPostRetention, ({ tx, viewer, body }) =>
    previewPostRetention(tx, viewer, body.rules),
  );
  route(mount, contactData.findContactData, ({ tx, viewer, body }) =>
    countContactData(tx, viewer, store, body.contact),
  );
  route(mount, contactData.exportContactData, ({ tx, viewer, urls, body }) =>
    exportContactData(tx, viewer, urls, store, body.contact),
  );
  route(mount, contactData.eraseContactData, ({ tx, viewer, body }) =>
    eraseContactData(tx, viewer, body, store),
  );
}
