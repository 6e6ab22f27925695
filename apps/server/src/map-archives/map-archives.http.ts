/** HTTP routes of map archives; registers the import job. */
import type { Endpoint } from '@waypost/contract/common/endpoint';
import { archiveLimits } from '@waypost/contract/map-archives/archive-limits';
import * as contract from '@waypost/contract/map-archives/map-archives';
import { describeMapPlaces, findMapNames } from '@waypost/contract/map-archives/map-names';
import { inTransaction, type Tx } from '../kernel/db/database.ts';
import { unfinishedDirectoryOf } from '../kernel/files/directory-file-store.ts';
import { listEnvelope } from '../kernel/http/api-format.ts';
import { respondWithFile } from '../kernel/http/byte-range.ts';
import { bufferFile } from '../kernel/http/multipart.ts';
import { notFound } from '../kernel/http/problem.ts';
import { type MountContext, type RequestContext, route, routeStreamingUpload } from '../kernel/http/route.ts';
import { defineJob, EmptyPayload } from '../kernel/jobs/job.ts';
import { requireVisible } from '../kernel/security/require-privilege.ts';
import type { Viewer } from '../kernel/security/viewer.ts';
import { deleteMapArchive, deleteStaleUploads, updateMapArchive } from './change-archive.ts';
import { createMapArchive } from './create-archive.ts';
import { removeOldBuildDirectories } from './extract/run-build.ts';
import {
  buildMapArchiveJob,
  createArchiveImporters,
  downloadMapArchiveJob,
  type ImportDependencies,
  importMapArchiveJob,
} from './import-archive.ts';
import { canManageArchives, mapArchivePrivileges } from './map-archives.rules.ts';
import { findMapArchive, findMapArchives, type MapArchiveRow } from './map-archives.sql.ts';
import { viewMapArchive } from './map-archives.view.ts';
import { describePlace } from './names/describe-place.ts';
import { findNames } from './names/find-names.ts';
import { receiveChunk } from './receive-chunk.ts';
import { listServerFiles } from './server-files.ts';

/** Daily job that deletes uploads which nobody continues, and files of killed processes. */
export const deleteStaleMapArchivesJob = defineJob({
  name: 'delete-stale-map-archives',
  payload: EmptyPayload,
});

/** The bytes never change, but who may see the archive does. */
const fileHeaders = {
  'content-type': 'application/vnd.pmtiles',
  'cache-control': 'private, max-age=86400',
  vary: 'Authorization',
  'content-security-policy': "default-src 'none'; sandbox",
};

/** An archive that the viewer may read. @throws Problem 404 */
async function requireReadable(tx: Tx, viewer: Viewer, id: number): Promise<MapArchiveRow> {
  const row = await findMapArchive(tx, id);
  if (!row) throw notFound('map-archives', id);
  requireVisible(viewer, mapArchivePrivileges(viewer, row), 'read', 'map-archives', id);
  return row;
}

interface MountDependencies extends Pick<ImportDependencies, 'store' | 'fetcher'> {
  options: {
    /** Absolute path of the directory with archives that administrators may add; undefined: none. */
    mapArchivesDir?: string | undefined;
    /** Absolute path of the directory for files. */
    storageDir: string;
  };
}

/** Mounts the routes, and registers and schedules the jobs. */
export function mountMapArchives(mount: MountContext, { options, ...services }: MountDependencies): void {
  const { db, jobs } = mount;
  const { mapArchivesDir: directory, storageDir } = options;
  const dependencies = { ...services, directory, temporaryDirectory: unfinishedDirectoryOf(storageDir) };
  const { store } = dependencies;
  const { importArchive, importExtract } = createArchiveImporters(db, jobs, dependencies);
  for (const job of [importMapArchiveJob, downloadMapArchiveJob]) jobs.register(job, importArchive);
  jobs.register(buildMapArchiveJob, importExtract);
  jobs.register(deleteStaleMapArchivesJob, async () => {
    await removeOldBuildDirectories(dependencies.temporaryDirectory);
    await inTransaction(db, 'writes', deleteStaleUploads);
  });
  jobs.schedule(deleteStaleMapArchivesJob, '17 4 * * *');

  const isFileMissing = async ({ state, file }: MapArchiveRow) =>
    state === 'ready' && (await store.size(file)) === undefined;
  const view = async (
    { viewer, urls }: Pick<RequestContext<Endpoint>, 'viewer' | 'urls'>,
    row: MapArchiveRow,
  ) =>
    viewMapArchive(viewer, urls, row, {
      isFileMissing: canManageArchives(viewer) && (await isFileMissing(row)),
    });

  route(mount, contract.listMapArchives, async (context) => {
    const { tx, viewer, urls, query } = context;
    const { orderby = 'position', order = 'asc' } = query;
    const search = { ...query, orderby, order, onlyActive: !canManageArchives(viewer) };
    const { results, total } = await findMapArchives(tx, search);
    const archives = await Promise.all(results.map((row) => view(context, row)));
    const defaultOrder = { orderby: 'position', order: 'asc' } as const;
    return listEnvelope(urls, '/map-archives', query, { results: archives, total }, defaultOrder);
  });
  route(mount, findMapNames, async ({ tx, query: { q, near, lang, limit } }) => {
    const results = await findNames(tx, { q, near, language: lang, limit });
    return { count: results.length, results };
  });
  route(mount, describeMapPlaces, async ({ tx, query: { at, lang } }) => {
    const results = await Promise.all(at.map((place) => describePlace(tx, place, lang)));
    return { count: results.length, results };
  });
  route(mount, contract.listServerFiles, async () => ({
    directory: directory ?? null,
    files: await listServerFiles(directory),
  }));
  route(mount, contract.readMapArchive, async (context) =>
    view(context, await requireReadable(context.tx, context.viewer, context.params.id)),
  );
  route(mount, contract.readMapArchiveFile, async ({ tx, viewer, params, rawRequest }) => {
    const { state, file, size, hash } = await requireReadable(tx, viewer, params.id);
    const isGone = store.kind === 'directory' && (await store.size(file)) === undefined;
    if (state !== 'ready' || size === null || isGone) throw notFound('map-archives', params.id);
    return respondWithFile(store, { name: file, size, etag: `"${hash}"`, headers: fileHeaders }, rawRequest);
  });
  route(mount, contract.createMapArchive, async (context) =>
    view(
      context,
      await createMapArchive(context.tx, context.viewer, context.body, { ...dependencies, jobs }),
    ),
  );
  routeStreamingUpload(
    mount,
    contract.uploadMapArchiveChunk,
    { maxBytes: archiveLimits.chunkBytes, handleFile: bufferFile },
    async (context) => {
      const { tx, params, prepared: file } = context;
      const readChunk = () => ({ offset: context.body.offset, file });
      return view(context, await receiveChunk(tx, params.id, readChunk, { store, jobs }));
    },
  );
  route(mount, contract.updateMapArchive, async (context) =>
    view(context, await updateMapArchive(context.tx, context.viewer, context.params.id, () => context.body)),
  );
  route(mount, contract.deleteMapArchive, async (context) => {
    const { tx, viewer, params } = context;
    return view(context, await deleteMapArchive(tx, viewer, params.id));
  });
}
