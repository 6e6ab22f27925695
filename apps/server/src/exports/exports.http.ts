/** The addresses of exports (wire 2.17). */
import * as contract from '@waypost/contract/exports';
import type { Exchange } from '../hxl/hxl.public.ts';
import type { FileSeal } from '../kernel/file-seal.ts';
import type { FileStore } from '../kernel/file-store.ts';
import { type Mount, route } from '../kernel/route.ts';
import { listEnvelope } from '../kernel/wire.ts';
import type { KeptKeys } from '../user-settings/user-settings.public.ts';
import { askExport, chooseContent, dropExport, ownExport, tellExchange } from './ask-export.ts';
import { searchExports } from './exports.sql.ts';
import { viewExport } from './exports.view.ts';
import { previewUpload } from './preview-upload.ts';
import { sendExport } from './send-export.ts';
import { exportSweeper, sweepExports } from './sweep-exports.ts';
import { exportUploader, uploadExport } from './upload-export.ts';
import { exportWriter, writeExport } from './write-export.ts';

interface Files {
  store: FileStore;
  seal: FileSeal;
  exchange: Exchange;
  keys: KeptKeys;
}

export function mountExports(mount: Mount, { store, seal, exchange, keys }: Files): void {
  const { db, jobs, standing } = mount;
  const around = { db, jobs, store, standing };
  jobs.handle(writeExport, exportWriter(around));
  jobs.handle(uploadExport, exportUploader(around, exchange, keys));
  jobs.handle(sweepExports, exportSweeper(around));
  jobs.schedule(sweepExports, '41 * * * *');

  route(mount, contract.listExports, async ({ tx, viewer, addresses, query }) => {
    const { results, total } = await searchExports(tx, viewer.id ?? 0, query);
    const exports = results.map((row) => viewExport(viewer, addresses, seal, row));
    return listEnvelope(addresses, '/exports/jobs', query, { results: exports, total });
  });
  route(mount, contract.readExport, async ({ tx, viewer, addresses, params }) =>
    viewExport(viewer, addresses, seal, await ownExport(tx, viewer, params.id, 'read')),
  );
  route(mount, contract.previewUpload, async ({ tx, viewer, addresses, params }) =>
    previewUpload(tx, viewer, addresses, await ownExport(tx, viewer, params.id, 'read')),
  );
  route(mount, contract.createExport, async ({ tx, viewer, addresses, body }) =>
    viewExport(viewer, addresses, seal, await askExport(tx, jobs, viewer, body)),
  );
  route(mount, contract.updateExport, async ({ tx, viewer, addresses, params, body }) => {
    const own = await ownExport(tx, viewer, params.id, 'update');
    const { hxl_meta_data_id: metadata, ...choice } = body;
    const chosen = await chooseContent(tx, viewer, own.id, choice);
    const row = metadata ? await tellExchange(tx, jobs, viewer, own.id, metadata) : chosen;
    return viewExport(viewer, addresses, seal, row);
  });
  route(mount, contract.deleteExport, async ({ tx, viewer, addresses, params, outcome }) =>
    viewExport(viewer, addresses, seal, await dropExport(tx, jobs, viewer, params.id, { store, outcome })),
  );
  route(mount, contract.exportPosts, ({ viewer, query, outcome }) => sendExport(db, viewer, query, outcome));
  route(mount, contract.exportPostsAsked, ({ viewer, body, outcome }) =>
    sendExport(db, viewer, body, outcome),
  );
}
