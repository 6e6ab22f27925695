/** An export that comes at once, sent while it is read (API v3 §9 rulings 2 to 5). */
import { Readable } from 'node:stream';
import type { PostFilters } from '@waypost/contract/browse/post-filters';
import type { Db } from '../kernel/db/database.ts';
import type { TransactionHooks } from '../kernel/db/transaction-hooks.ts';
import { Problem } from '../kernel/http/problem.ts';
import { StreamedResponse } from '../kernel/http/route.ts';
import type { Viewer } from '../kernel/security/viewer.ts';
import { fileScope } from './export-scope.rules.ts';
import { type ExportRequest, prepareExport } from './read-export.ts';

/** Each holds a connection to the database for as long as the line is slow. */
const maxConcurrent = 2;
let activeDownloads = 0;

/** Milliseconds after which a line that takes nothing is given up. */
const stallTimeoutMs = 60_000;

async function* readInOwnTransaction(db: Db, viewer: Viewer, asked: ExportRequest): AsyncGenerator<Buffer> {
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
    yield* (await prepareExport(tx, viewer, asked)).chunks;
  } finally {
    activeDownloads--;
    await tx.rollback().execute();
  }
}

/** Ends the reading, wherever it is; what goes wrong with that is of no use to anybody. */
const closeGenerator = async (pieces: AsyncGenerator<Buffer>): Promise<void> => {
  await pieces.return(undefined).catch(() => undefined);
};

/** What is read, as long as somebody takes it. */
function createResponseStream(
  first: IteratorResult<Buffer, unknown>,
  pieces: AsyncGenerator<Buffer>,
): Readable {
  let timer: NodeJS.Timeout | undefined;
  const watched = async function* () {
    try {
      if (!first.done) yield first.value;
      for await (const piece of pieces) {
        clearTimeout(timer);
        timer = setTimeout(() => stream.destroy(new Error('nobody takes what is sent')), stallTimeoutMs);
        yield piece;
      }
    } finally {
      clearTimeout(timer);
    }
  };
  const stream = Readable.from(watched(), { objectMode: false });
  // Of a stream that is given up before anybody has read of it, `watched` never begins, and so never ends.
  stream.once('close', () => void closeGenerator(pieces));
  return stream;
}

const contentTypes = { csv: 'text/csv; charset=utf-8', geojson: 'application/geo+json' } as const;

/** @throws Problem 503 when others are being sent; whatever is wrong with the filters, before anything is sent */
export async function streamExport(
  db: Db,
  viewer: Viewer,
  {
    format = 'csv',
    fields = [],
    ...filters
  }: PostFilters & { format?: 'csv' | 'geojson' | undefined; fields?: string[] | undefined },
  txHooks: TransactionHooks,
): Promise<StreamedResponse> {
  if (activeDownloads >= maxConcurrent) throw new Problem('server.exporting');
  const asked: ExportRequest = {
    format,
    fields,
    filters: filters.status?.length ? filters : { ...filters, status: ['all' as const] },
    hxl: [],
    scope: fileScope(viewer),
  };
  const pieces = readInOwnTransaction(db, viewer, asked);
  const first = await pieces.next();
  txHooks.onFailure(() => closeGenerator(pieces));
  const day = new Date().toISOString().slice(0, 10).replaceAll('-', '');
  return new StreamedResponse(createResponseStream(first, pieces), {
    'content-type': contentTypes[format],
    'content-disposition': `attachment; filename="posts-${day}.${format}"`,
    'cache-control': 'private, no-store',
  });
}
