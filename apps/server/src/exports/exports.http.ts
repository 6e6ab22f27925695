/** HTTP routes of exports (API v3 §2.17); registers the export jobs. */
import * as contract from '@waypost/contract/exports/exports';
import type { Exchange } from '../hxl/hxl.public.ts';
import type { FileStore } from '../kernel/files/file-store.ts';
import type { FileUrlSigner } from '../kernel/files/file-url-signer.ts';
import { listEnvelope } from '../kernel/http/api-format.ts';
import { type MountContext, route } from '../kernel/http/route.ts';
import type { SettingEncryption } from '../user-settings/user-settings.public.ts';
import { createExportCleanup, deleteOldExportsJob } from './delete-old-exports.ts';
import { searchExports } from './exports.sql.ts';
import { viewExport } from './exports.view.ts';
import { previewUpload } from './preview-upload.ts';
import {
  deleteExport,
  readAuthorizedExport,
  requestExport,
  setExchangeMetadata,
  updateExportContent,
} from './request-export.ts';
import { streamExport } from './stream-export.ts';
import { createExportUploader, uploadExportJob } from './upload-export.ts';
import { createExportWriter, writeExportJob } from './write-export.ts';

interface ExportRouteOptions {
  store: FileStore;
  urlSigner: FileUrlSigner;
  exchange: Exchange;
  keys: SettingEncryption;
}

/** Mounts the routes of exports, and registers and schedules their jobs. */
export function mountExports(
  mount: MountContext,
  { store, urlSigner, exchange, keys }: ExportRouteOptions,
): void {
  const { db, jobs, readDeploymentState } = mount;
  const dependencies = { db, jobs, store, readDeploymentState };
  jobs.register(writeExportJob, createExportWriter(dependencies));
  jobs.register(uploadExportJob, createExportUploader(dependencies, exchange, keys));
  jobs.register(deleteOldExportsJob, createExportCleanup(dependencies));
  jobs.schedule(deleteOldExportsJob, '41 * * * *');

  route(mount, contract.listExports, async ({ tx, viewer, urls, query }) => {
    const { results, total } = await searchExports(tx, viewer.id ?? 0, query);
    const exports = results.map((row) => viewExport(viewer, urls, urlSigner, row));
    return listEnvelope(urls, '/exports/jobs', query, { results: exports, total });
  });
  route(mount, contract.readExport, async ({ tx, viewer, urls, params }) =>
    viewExport(viewer, urls, urlSigner, await readAuthorizedExport(tx, viewer, params.id, 'read')),
  );
  route(mount, contract.previewUpload, async ({ tx, viewer, urls, params }) =>
    previewUpload(tx, viewer, urls, await readAuthorizedExport(tx, viewer, params.id, 'read')),
  );
  route(mount, contract.createExport, async ({ tx, viewer, urls, body }) =>
    viewExport(viewer, urls, urlSigner, await requestExport(tx, jobs, viewer, body)),
  );
  route(mount, contract.updateExport, async ({ tx, viewer, urls, params, body }) => {
    const { id } = await readAuthorizedExport(tx, viewer, params.id, 'update');
    const { hxl_meta_data_id: metadataId, ...choice } = body;
    const updated = await updateExportContent(tx, viewer, id, choice);
    const row = metadataId ? await setExchangeMetadata(tx, jobs, viewer, id, metadataId) : updated;
    return viewExport(viewer, urls, urlSigner, row);
  });
  route(mount, contract.deleteExport, async ({ tx, viewer, urls, params, txHooks }) =>
    viewExport(viewer, urls, urlSigner, await deleteExport(tx, jobs, viewer, params.id, { store, txHooks })),
  );
  route(mount, contract.exportPosts, ({ viewer, query, txHooks }) =>
    streamExport(db, viewer, query, txHooks),
  );
  route(mount, contract.exportPostsByBody, ({ viewer, body, txHooks }) =>
    streamExport(db, viewer, body, txHooks),
  );
}
