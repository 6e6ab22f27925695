/** HTTP routes of imports (API v3 §2.16); registers the import jobs. */
import type { Endpoint } from '@waypost/contract/common/endpoint';
import { limits } from '@waypost/contract/common/limits';
import * as contract from '@waypost/contract/imports/imports';
import { inTransaction } from '../kernel/db/database.ts';
import { listEnvelope } from '../kernel/http/api-format.ts';
import { notFound } from '../kernel/http/problem.ts';
import { StreamedResponse } from '../kernel/http/responses.ts';
import { type MountContext, type RequestContext, route, routeStreamingUpload } from '../kernel/http/route.ts';
import { defineJob, EmptyPayload } from '../kernel/jobs/job.ts';
import { deleteImport, startImport, undoImport, updateImport } from './change-import.ts';
import { visibleOwner } from './imports.rules.ts';
import {
  deleteOldFiles,
  readImportWithCounts,
  searchImports,
  searchRejectedRows,
  searchRowsWithWarnings,
} from './imports.sql.ts';
import { viewImport, viewRejectedRow, viewRowWithWarnings } from './imports.view.ts';
import type { TakerDependencies } from './pictures/take-pictures.ts';
import { previewImport } from './preview-import.ts';
import { readAuthorizedImport } from './read-authorized-import.ts';
import { createImport, type ImportStorage, removeTemporaryFiles, storeImportFile } from './receive-file.ts';
import { recoverAbandonedImports } from './recover-imports.ts';
import { streamRejectedRows } from './rejected-rows-file.ts';
import { createImportRunner, runImportJob } from './run-import.ts';
import { createUndoRunner, undoImportJob } from './undo-import.ts';

/** Hourly job that removes old import files, which contain personal data, and recovers abandoned imports. */
export const deleteOldCsvFilesJob = defineJob({ name: 'delete-old-csv-files', payload: EmptyPayload });

/** Mounts the routes of imports, and registers and schedules their jobs. */
export function mountImports(
  mount: MountContext,
  storage: ImportStorage,
  pictures: Pick<TakerDependencies, 'pictures' | 'fetcher' | 'findVisibleMedia'>,
): void {
  const { db, jobs } = mount;
  const { store } = storage;
  jobs.register(runImportJob, createImportRunner({ db, store, ...pictures }));
  jobs.register(undoImportJob, createUndoRunner(db));
  jobs.register(deleteOldCsvFilesJob, async () => {
    await inTransaction(db, 'writes', (tx) => recoverAbandonedImports(tx, jobs));
    await inTransaction(db, 'writes', (tx) => deleteOldFiles(tx, limits.csvFileSeconds));
    await removeTemporaryFiles(storage.temporaryDirectory);
  });
  jobs.schedule(deleteOldCsvFilesJob, '41 * * * *');
  mountRoutes(mount, storage, (endpoint) => endpoint);
  mountRoutes(mount, storage, contract.withLegacyPath);
}

type ViewRequest = Pick<RequestContext<Endpoint>, 'tx' | 'viewer' | 'urls'>;

async function viewById({ tx, viewer, urls }: ViewRequest, id: number) {
  const row = await readImportWithCounts(tx, id);
  if (!row) throw notFound('csv', id);
  return viewImport(viewer, urls, row);
}

function mountRoutes(
  mount: MountContext,
  storage: ImportStorage,
  withPath: <E extends Endpoint>(endpoint: E) => E,
): void {
  const { store, maxBytes } = storage;
  route(mount, withPath(contract.listImports), async ({ tx, viewer, urls, query }) => {
    const search = { ...query, name: query.filename, user: visibleOwner(viewer) };
    const { results, total } = await searchImports(tx, search);
    const imports = results.map((row) => viewImport(viewer, urls, row));
    return listEnvelope(urls, '/csv', query, { results: imports, total });
  });
  route(mount, withPath(contract.readImport), async (context) => {
    await readAuthorizedImport(context.tx, context.viewer, context.params.id, 'read');
    return viewById(context, context.params.id);
  });
  routeStreamingUpload(
    mount,
    withPath(contract.createImport),
    { maxBytes, handleFile: (file, txHooks) => storeImportFile(storage, file, txHooks) },
    async (context) => viewById(context, await createImport(context.tx, context.viewer, context.prepared)),
  );
  route(mount, withPath(contract.updateImport), async (context) => {
    await updateImport(context.tx, context.viewer, store, context.params.id, context.body);
    return viewById(context, context.params.id);
  });
  route(mount, withPath(contract.previewImport), async ({ tx, viewer, params, body }) =>
    previewImport(tx, viewer, store, params.id, body),
  );
  route(mount, withPath(contract.startImport), async ({ tx, viewer, params, jobs }) => ({
    status: await startImport(tx, viewer, jobs, params.id),
  }));
  route(mount, withPath(contract.undoImport), async ({ tx, viewer, params, jobs }) => ({
    status: await undoImport(tx, viewer, jobs, params.id),
  }));
  route(mount, withPath(contract.deleteImport), async (context) => {
    await readAuthorizedImport(context.tx, context.viewer, context.params.id, 'delete');
    const before = await viewById(context, context.params.id);
    await deleteImport(context.tx, context.viewer, context.params.id);
    return before;
  });
  route(mount, withPath(contract.listRejectedRows), async ({ tx, viewer, urls, params, query }) => {
    const { columns } = await readAuthorizedImport(tx, viewer, params.id, 'read');
    const { results, total } = await searchRejectedRows(tx, params.id, query);
    const rows = results.map((row) => viewRejectedRow(columns, row));
    const defaultOrder = { orderby: 'row', order: 'asc' } as const;
    return listEnvelope(urls, `/csv/${params.id}/errors`, query, { results: rows, total }, defaultOrder);
  });
  route(mount, withPath(contract.listImportWarnings), async ({ tx, viewer, urls, params, query }) => {
    const { columns } = await readAuthorizedImport(tx, viewer, params.id, 'read');
    const { results, total } = await searchRowsWithWarnings(tx, params.id, query);
    const rows = results.map((row) => viewRowWithWarnings(urls, columns, row));
    const defaultOrder = { orderby: 'row', order: 'asc' } as const;
    return listEnvelope(urls, `/csv/${params.id}/warnings`, query, { results: rows, total }, defaultOrder);
  });
  route(mount, withPath(contract.downloadRejectedRows), async ({ tx, viewer, params }) => {
    const row = await readAuthorizedImport(tx, viewer, params.id, 'read');
    const name = `rejected-${row.name.replace(/\.[^.]*$/, '')}.csv`;
    return new StreamedResponse(streamRejectedRows(mount.db, row), {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(name)}`,
      'cache-control': 'no-store',
    });
  });
}
