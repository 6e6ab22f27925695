/** HTTP routes of the retention preview and of contact data; registers the daily retention job. */
import * as contactData from '@waypost/contract/privacy/contact-data';
import * as postRetention from '@waypost/contract/privacy/post-retention';
import { previewRetention } from '@waypost/contract/privacy/retention';
import type { FileStore } from '../kernel/files/file-store.ts';
import { type MountContext, route } from '../kernel/http/route.ts';
import { applyRetention, countExpiring, createRetentionRunner } from './apply-retention.ts';
import { countContactData, eraseContactData, exportContactData } from './contact-data.ts';
import {
  previewPostRetention,
  savePostRetentionRules,
  viewPostRetentionRules,
} from './save-post-retention.ts';

/** Mounts the routes of personal data, and registers and schedules `applyRetention`. */
export function mountPrivacy(mount: MountContext, store: FileStore): void {
  mount.jobs.register(applyRetention, createRetentionRunner(mount.db, store));
  mount.jobs.schedule(applyRetention, '23 4 * * *');
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
  route(mount, contactData.eraseContactData, ({ tx, viewer, body, txHooks }) =>
    eraseContactData(tx, viewer, body, { store, txHooks: txHooks }),
  );
}
