/** The addresses of personal data: what would go by its age, and what is kept about one contact; the daily job that lets it go. */
import * as contactData from '@waypost/contract/contact-data';
import { previewRetention } from '@waypost/contract/retention';
import type { FileStore } from '../kernel/file-store.ts';
import { type Mount, route } from '../kernel/route.ts';
import { countContactData, eraseContactData, tellContactData } from './contact-data.ts';
import { keepRetention, previewOf, retentionKeeper } from './keep-retention.ts';

export function mountPrivacy(mount: Mount, store: FileStore): void {
  mount.jobs.handle(keepRetention, retentionKeeper(mount.db, store));
  mount.jobs.schedule(keepRetention, '23 4 * * *');
  route(mount, previewRetention, ({ tx, query }) => previewOf(tx, query));
  route(mount, contactData.findContactData, ({ tx, viewer, body }) =>
    countContactData(tx, viewer, store, body.contact),
  );
  route(mount, contactData.exportContactData, ({ tx, viewer, addresses, body }) =>
    tellContactData(tx, viewer, addresses, store, body.contact),
  );
  route(mount, contactData.eraseContactData, ({ tx, viewer, body, outcome }) =>
    eraseContactData(tx, viewer, body, { store, outcome }),
  );
}
