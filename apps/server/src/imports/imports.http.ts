/** The addresses of imports, and what they set in motion. */
import type { Endpoint } from '@waypost/contract/endpoint';
import * as contract from '@waypost/contract/imports';
import { limits } from '@waypost/contract/limits';
import { inTransaction } from '../kernel/db.ts';
import type { FileStore } from '../kernel/file-store.ts';
import { defineJob, EmptyPayload } from '../kernel/jobs/job.ts';
import { notFound } from '../kernel/problem.ts';
import { type Asked, type Mount, route, routeReceiving, Streamed } from '../kernel/route.ts';
import { listEnvelope } from '../kernel/wire.ts';
import { deleteImport, startImport, undoImport, updateImport } from './change-import.ts';
import { listedOwner } from './imports.rules.ts';
import { forgetOldFiles, readCounted, searchImports, searchRejected } from './imports.sql.ts';
import { viewImport, viewRejected } from './imports.view.ts';
import { importFor, requireImports } from './known-import.ts';
import { mendLeftBehind } from './left-behind.ts';
import { previewImport } from './preview-import.ts';
import { createImport, storeCsv } from './receive-file.ts';
import { rejectedFile } from './rejected-file.ts';
import { importer, runImport } from './run-import.ts';
import { runUndo, undoer } from './undo-import.ts';

/** Files that were never imported, or are done with, hold what people wrote, and go after a week; work left behind is mended. */
export const sweepImports = defineJob({ name: 'sweep-csv-files', payload: EmptyPayload });

interface Options {
  store: FileStore;
  /** Bytes of the largest file. */
  most: number;
}

export function mountImports(mount: Mount, { store, most }: Options): void {
  const { db, jobs, app } = mount;
  const tell = (err: unknown) => app.log.error({ err }, 'a file of an import could not be removed');
  jobs.handle(runImport, importer(db, store));
  jobs.handle(runUndo, undoer(db, store, tell));
  jobs.handle(sweepImports, async () => {
    await inTransaction(db, 'writes', (tx) => mendLeftBehind(tx, jobs));
    const files = await inTransaction(db, 'writes', (tx) => forgetOldFiles(tx, limits.csvFile));
    for (const file of files) await store.remove(file).catch(tell);
  });
  jobs.schedule(sweepImports, '41 * * * *');
  mountUnder(mount, { store, most }, (it) => it);
  mountUnder(mount, { store, most }, contract.byOldName);
}

type Viewing = Pick<Asked<Endpoint>, 'tx' | 'viewer' | 'addresses'>;

async function viewOne({ tx, viewer, addresses }: Viewing, id: number) {
  const row = await readCounted(tx, id);
  if (!row) throw notFound('csv', id);
  return viewImport(viewer, addresses, row);
}

function mountUnder(
  mount: Mount,
  { store, most }: Options,
  at: <E extends Endpoint>(endpoint: E) => E,
): void {
  route(mount, at(contract.listImports), async ({ tx, viewer, addresses, query }) => {
    await requireImports(tx, viewer);
    const search = { ...query, name: query.filename, user: listedOwner(viewer) };
    const { results, total } = await searchImports(tx, search);
    const imports = results.map((row) => viewImport(viewer, addresses, row));
    return listEnvelope(addresses, '/csv', query, { results: imports, total });
  });
  route(mount, at(contract.readImport), async (asked) => {
    await importFor(asked.tx, asked.viewer, asked.params.id, 'read');
    return viewOne(asked, asked.params.id);
  });
  routeReceiving(
    mount,
    at(contract.createImport),
    { most, take: (file, outcome) => storeCsv(store, file, most, outcome) },
    async (asked) => {
      await requireImports(asked.tx, asked.viewer);
      return viewOne(asked, await createImport(asked.tx, asked.viewer, asked.prepared));
    },
  );
  route(mount, at(contract.updateImport), async (asked) => {
    await updateImport(asked.tx, asked.viewer, store, asked.params.id, asked.body);
    return viewOne(asked, asked.params.id);
  });
  route(mount, at(contract.previewImport), async ({ tx, viewer, params, body }) =>
    previewImport(tx, viewer, store, params.id, body),
  );
  route(mount, at(contract.startImport), async ({ tx, viewer, params, jobs }) => ({
    status: await startImport(tx, viewer, jobs, params.id),
  }));
  route(mount, at(contract.undoImport), async ({ tx, viewer, params, jobs }) => ({
    status: await undoImport(tx, viewer, jobs, params.id),
  }));
  route(mount, at(contract.deleteImport), async (asked) => {
    await importFor(asked.tx, asked.viewer, asked.params.id, 'delete');
    const before = await viewOne(asked, asked.params.id);
    await deleteImport(asked.tx, asked.viewer, asked.params.id, { store, outcome: asked.outcome });
    return before;
  });
  route(mount, at(contract.listRejectedRows), async ({ tx, viewer, addresses, params, query }) => {
    const { columns } = await importFor(tx, viewer, params.id, 'read');
    const { results, total } = await searchRejected(tx, params.id, query);
    const rows = results.map((row) => viewRejected(columns, row));
    const usual = { orderby: 'row', order: 'asc' } as const;
    return listEnvelope(addresses, `/csv/${params.id}/errors`, query, { results: rows, total }, usual);
  });
  route(mount, at(contract.downloadRejectedRows), async ({ tx, viewer, params }) => {
    const row = await importFor(tx, viewer, params.id, 'read');
    const name = `rejected-${row.name.replace(/\.[^.]*$/, '')}.csv`;
    return new Streamed(rejectedFile(mount.db, row), {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(name)}`,
      'cache-control': 'no-store',
    });
  });
}
