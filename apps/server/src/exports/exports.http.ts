/** HTTP routes of exports (API v3 §2.17); registers the export jobs. */
import type { Endpoint } from '@waypost/contract/common/endpoint';
import * as contract from '@waypost/contract/exports/exports';
import type { Exchange } from '../hxl/hxl.public.ts';
import type { FileStore } from '../kernel/files/file-store.ts';
import { listEnvelope } from '../kernel/http/api-format.ts';
import { type MountContext, type RequestContext, route } from '../kernel/http/route.ts';
import { readFileUrlSigner } from '../settings/settings.public.ts';
import type { SettingEncryption } from '../user-settings/user-settings.public.ts';
import { createExportCleanup, deleteOldExportsJob } from './delete-old-exports.ts';
import { type ExportRow, searchExports } from './exports.sql.ts';
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

type ViewContext = Pick<RequestContext<Endpoint>, 'tx' | 'viewer' | 'urls'>;

interface ExportRouteOptions {
  store: FileStore;
  exchange: Exchange;
  keys: SettingEncryption;
}

/** Mounts the routes of exports, and registers and schedules their jobs. */
export function mountExports(mount: MountContext, { store, exchange, keys }: ExportRouteOptions): void {
  const { db, jobs, readDeploymentState } = mount;
  const dependencies = { db, jobs, store, readDeploymentState };
  jobs.register(writeExportJob, createExportWriter(dependencies));
  jobs.register(uploadExportJob, createExportUploader(dependencies, exchange, keys));
  jobs.register(deleteOldExportsJob, createExportCleanup(dependencies));
  jobs.schedule(deleteOldExportsJob, '41 * * * *');

  const viewOne = async ({ tx, viewer, urls }: ViewContext, row: ExportRow) =>
    viewExport(viewer, urls, await readFileUrlSigner(tx), row);
  route(mount, contract.listExports, async ({ tx, viewer, urls, query }) => {
    const { results, total } = await searchExports(tx, viewer.id ?? 0, query);
    const urlSigner = await readFileUrlSigner(tx);
    const exports = results.map((row) => viewExport(viewer, urls, urlSigner, row));
    return listEnvelope(urls, '/exports/jobs', query, { results: exports, total });
  });
  route(mount, contract.readExport, async (context) =>
    viewOne(context, await readAuthorizedExport(context.tx, context.viewer, context.params.id, 'read')),
  );
  route(mount, contract.previewUpload, async ({ tx, viewer, urls, params }) =>
    previewUpload(tx, viewer, urls, await readAuthorizedExport(tx, viewer, params.id, 'read')),
  );
  route(mount, contract.createExport, async (context) =>
    viewOne(context, await requestExport(context.tx, jobs, context.viewer, context.body)),
  );
  route(mount, contract.updateExport, async (context) => {
    const { tx, viewer, params, body } = context;
    const { id } = await readAuthorizedExport(tx, viewer, params.id, 'update');
    const { hxl_meta_data_id: metadataId, ...choice } = body;
    const updated = await updateExportContent(tx, viewer, id, choice);
    const row = metadataId ? await setExchangeMetadata(tx, jobs, viewer, id, metadataId) : updated;
    return viewOne(context, row);
  });
  route(mount, contract.deleteExport, async (context) => {
    const { tx, viewer, params } = context;
    return viewOne(context, await deleteExport(tx, jobs, viewer, params.id));
  });
  route(mount, contract.exportPosts, ({ viewer, query, txHooks }) =>
    streamExport(db, viewer, query, txHooks),
  );
  route(mount, contract.exportPostsByBody, ({ viewer, body, txHooks }) =>
    streamExport(db, viewer, body, txHooks),
  );
}
