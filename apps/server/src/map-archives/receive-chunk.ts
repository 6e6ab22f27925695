/** Uploads of map archives in chunks: received ones are kept, and the upload continues after them. */
import { archiveLimits } from '@waypost/contract/map-archives/archive-limits';
import type { Tx } from '../kernel/db/database.ts';
import type { FileStore } from '../kernel/files/file-store.ts';
import type { Upload } from '../kernel/http/multipart.ts';
import { notFound, validationError } from '../kernel/http/problem.ts';
import type { JobQueue } from '../kernel/jobs/job-queue.ts';
import { checkHead } from './archive/check-head.ts';
import { chunkFileName } from './archive-files.ts';
import { importMapArchiveJob } from './import-archive.ts';
import { lockMapArchive, type MapArchiveRow, updateMapArchiveRow } from './map-archives.sql.ts';
import { refuseAtField } from './refuse-at-field.ts';

/**
 * Stores the next chunk. A chunk with another offset than the received length changes nothing, for example one that is sent again
 * because the response was lost. After the last one the import starts.
 * @param readChunk read once the archive was found
 * @throws Problem 404; ValidationError at `/file` when it has another length than expected, or begins no archive
 */
export async function receiveChunk(
  tx: Tx,
  id: number,
  readChunk: () => { offset: number; file: Upload },
  { store, jobs }: { store: FileStore; jobs: JobQueue },
): Promise<MapArchiveRow> {
  const row = await lockMapArchive(tx, id);
  if (!row) throw notFound('map-archives', id);
  const { offset, file } = readChunk();
  const size = row.size ?? 0;
  if (row.state !== 'uploading' || offset !== row.received) return row;
  const expected = Math.min(archiveLimits.chunkBytes, size - offset);
  if (file.bytes.length !== expected || file.isTooLarge)
    throw validationError('map-archives', 'file', 'archiveChunk', { expected });
  // The first chunk shows whether the file is an archive or an extract at all.
  if (offset === 0) refuseAtField('file', () => checkHead(file.bytes, size));
  await store.write(chunkFileName(row, offset), file.bytes);
  const received = offset + expected;
  if (received < size) return updateMapArchiveRow(tx, id, { received });
  const importing = await updateMapArchiveRow(tx, id, { state: 'importing', received: 0 });
  await jobs.add(tx, importMapArchiveJob, { archive: id });
  return importing;
}
