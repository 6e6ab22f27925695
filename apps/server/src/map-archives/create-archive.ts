/** Adds a map archive: begins an upload, or starts an import. */
import { randomBytes } from 'node:crypto';
import {
  archiveLimits,
  isExtractName,
  maxArchiveGigabytes,
  maxExtractMegabytes,
} from '@waypost/contract/map-archives/archive-limits';
import type { MapArchiveInput } from '@waypost/contract/map-archives/map-archives';
import { recordChange } from '../audit/audit.public.ts';
import type { Tx } from '../kernel/db/database.ts';
import { validationError } from '../kernel/http/problem.ts';
import type { JobQueue } from '../kernel/jobs/job-queue.ts';
import type { GuardedFetch } from '../kernel/security/guarded-fetch.ts';
import type { Viewer } from '../kernel/security/viewer.ts';
import { archiveFileName } from './archive-files.ts';
import { checkResources, readResources, type ServerResources } from './extract/server-resources.ts';
import { downloadMapArchiveJob, importMapArchiveJob } from './import-archive.ts';
import { insertMapArchive, lockArchiveOrder, type MapArchiveRow } from './map-archives.sql.ts';
import { refuseAtField } from './refuse-at-field.ts';
import { openServerFile } from './server-files.ts';

/** What adding an archive needs. */
export interface CreateDependencies {
  jobs: JobQueue;
  fetcher: GuardedFetch;
  /** The directory for archives on the server; undefined: none. */
  directory: string | undefined;
  /** The directory in which maps are made from extracts. */
  temporaryDirectory: string;
}

/** @throws ValidationError at the field when a file is too large, or the server too small for it */
function requireAllowedSize(
  field: 'size' | 'file_name',
  { name, size }: { name: string; size: number },
  resources: ServerResources,
): void {
  if (isExtractName(name)) {
    if (size > archiveLimits.extractBytes)
      throw validationError('map-archives', field, 'extractSize', { max: maxExtractMegabytes });
    refuseAtField(field, () => checkResources(size, resources));
  }
  if (size > archiveLimits.bytes)
    throw validationError('map-archives', field, 'archiveSize', { max: maxArchiveGigabytes });
}

/** Size of the new archive, if it is known, and where it comes from. @throws ValidationError at `/size`, `/file_name` or `/address` */
async function checkSource(
  input: MapArchiveInput,
  { fetcher, directory, temporaryDirectory }: CreateDependencies,
): Promise<Pick<MapArchiveRow, 'origin' | 'size'>> {
  const resources = await readResources(temporaryDirectory);
  if (input.source === 'upload') {
    requireAllowedSize('size', { name: input.file_name, size: input.size }, resources);
    return { origin: input.file_name, size: input.size };
  }
  if (input.source === 'address') {
    if (await fetcher.isRefusedUrl(input.address))
      throw validationError('map-archives', 'address', 'privateAddress');
    return { origin: input.address, size: null };
  }
  const file = await openServerFile(directory, input.file_name);
  if (!file) throw validationError('map-archives', 'file_name', 'exists', { value: input.file_name });
  await file.handle.close();
  requireAllowedSize('file_name', { name: input.file_name, size: file.size }, resources);
  return { origin: input.file_name, size: file.size };
}

/**
 * Adds an archive, which is drawn above those that exist.
 * @throws ValidationError at `/name` when there are too many; as `checkSource`
 */
export async function createMapArchive(
  tx: Tx,
  viewer: Viewer,
  input: MapArchiveInput,
  dependencies: CreateDependencies,
): Promise<MapArchiveRow> {
  const source = await checkSource(input, dependencies);
  const position = (await lockArchiveOrder(tx)).length;
  if (position >= archiveLimits.archives)
    throw validationError('map-archives', 'name', 'limitArchives', { max: archiveLimits.archives });
  const row = await insertMapArchive(tx, {
    ...source,
    name: input.name,
    source: input.source,
    state: input.source === 'upload' ? 'uploading' : 'importing',
    failure: null,
    file: archiveFileName(randomBytes(16).toString('hex')),
    hash: null,
    schema: null,
    bounds: null,
    min_zoom: null,
    max_zoom: null,
    attribution: '[]',
    position,
  });
  const job = row.source === 'address' ? downloadMapArchiveJob : importMapArchiveJob;
  if (row.state === 'importing') await dependencies.jobs.add(tx, job, { archive: row.id });
  await recordChange(tx, viewer, { action: 'create', subject: 'map-archives', id: row.id });
  return row;
}
