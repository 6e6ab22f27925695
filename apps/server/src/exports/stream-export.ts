/** Exports that are streamed in the response while they are read (API v3 §9, rulings 2 to 5). */
import { Readable } from 'node:stream';
import type { PostFilters } from '@waypost/contract/browse/post-filters';
import type { DirectExportFormat } from '@waypost/contract/exports/exports';
import type { Db } from '../kernel/db/database.ts';
import type { TransactionHooks } from '../kernel/db/transaction-hooks.ts';
import { Problem } from '../kernel/http/problem.ts';
import { StreamedResponse } from '../kernel/http/responses.ts';
import type { Viewer } from '../kernel/security/viewer.ts';
import { fileScope } from './export-scope.rules.ts';
import { type ExportRequest, prepareExport } from './read-export.ts';

/** Each download holds a database connection until the client has received it. */
const maxConcurrent = 2;
let activeDownloads = 0;

/** A download is aborted when the client reads nothing for this time. */
const stallTimeoutMs = 60_000;

async function* readInOwnTransaction(db: Db, viewer: Viewer, request: ExportRequest): AsyncGenerator<Buffer> {
  activeDownloads++;
  const tx = await db
    .startTransaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute()
    .catch((error: unknown) => {
      activeDownloads--;
      throw error;
    });
  try {
    yield* (await prepareExport(tx, viewer, request)).chunks;
  } finally {
    activeDownloads--;
    await tx.rollback().execute();
  }
}

/** Ends a generator early and ignores its errors. */
const closeGenerator = async (chunks: AsyncGenerator<Buffer>): Promise<void> => {
  await chunks.return(undefined).catch(() => undefined);
};

/** A stream of the chunks, which is destroyed when the client stops reading. */
function createResponseStream(
  first: IteratorResult<Buffer, unknown>,
  chunks: AsyncGenerator<Buffer>,
): Readable {
  let timer: NodeJS.Timeout | undefined;
  const withStallTimeout = async function* () {
    try {
      if (!first.done) yield first.value;
      for await (const chunk of chunks) {
        clearTimeout(timer);
        timer = setTimeout(() => stream.destroy(new Error('The client has stopped reading')), stallTimeoutMs);
        yield chunk;
      }
    } finally {
      clearTimeout(timer);
    }
  };
  const stream = Readable.from(withStallTimeout(), { objectMode: false });
  // When the stream is destroyed before it is read, `withStallTimeout` never starts, and so never ends the generator.
  stream.once('close', () => void closeGenerator(chunks));
  return stream;
}

const contentTypes: Record<DirectExportFormat, string> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  geojson: 'application/geo+json',
};

/** Streams an export of the viewer. @throws Problem 503 when too many are running; errors of the filters, before anything is sent */
export async function streamExport(
  db: Db,
  viewer: Viewer,
  {
    format = 'csv',
    fields = [],
    only_shared = false,
    ...filters
  }: PostFilters & {
    format?: DirectExportFormat | undefined;
    fields?: string[] | undefined;
    only_shared?: boolean | undefined;
  },
  txHooks: TransactionHooks,
): Promise<StreamedResponse> {
  if (activeDownloads >= maxConcurrent) throw new Problem('server.exporting');
  const request: ExportRequest = {
    format,
    fields,
    filters: filters.status?.length ? filters : { ...filters, status: ['all' as const] },
    hxl: null,
    scope: fileScope(viewer, { only_shared }),
  };
  const chunks = readInOwnTransaction(db, viewer, request);
  const first = await chunks.next();
  txHooks.onFailure(() => closeGenerator(chunks));
  const day = new Date().toISOString().slice(0, 10).replaceAll('-', '');
  return new StreamedResponse(createResponseStream(first, chunks), {
    'content-type': contentTypes[format],
    'content-disposition': `attachment; filename="posts-${day}.${format}"`,
    'cache-control': 'private, no-store',
  });
}
