/** An export that comes at once, sent while it is read (wire section 9, rulings 2 to 5). */
import { Readable } from 'node:stream';
import type { PostFilters } from '@waypost/contract/post-filters';
import type { Db } from '../kernel/db.ts';
import type { Outcome } from '../kernel/outcome.ts';
import { Problem } from '../kernel/problem.ts';
import { Streamed } from '../kernel/route.ts';
import type { Viewer } from '../kernel/viewer.ts';
import { scopeOfFile } from './export-scope.rules.ts';
import { type AskedExport, prepareExport } from './read-export.ts';

/** Each holds a connection to the database for as long as the line is slow. */
const atOnce = 2;
let sending = 0;

/** Milliseconds after which a line that takes nothing is given up. */
const patience = 60_000;

async function* readInItsOwn(db: Db, viewer: Viewer, asked: AskedExport): AsyncGenerator<Buffer> {
  sending++;
  const tx = await db
    .startTransaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute()
    .catch((error: unknown) => {
      sending--;
      throw error;
    });
  try {
    yield* (await prepareExport(tx, viewer, asked)).pieces;
  } finally {
    sending--;
    await tx.rollback().execute();
  }
}

/** Ends the reading, wherever it is; what goes wrong with that is of no use to anybody. */
const letGo = async (pieces: AsyncGenerator<Buffer>): Promise<void> => {
  await pieces.return(undefined).catch(() => undefined);
};

/** What is read, as long as somebody takes it. */
function source(first: IteratorResult<Buffer, unknown>, pieces: AsyncGenerator<Buffer>): Readable {
  let timer: NodeJS.Timeout | undefined;
  const watched = async function* () {
    try {
      if (!first.done) yield first.value;
      for await (const piece of pieces) {
        clearTimeout(timer);
        timer = setTimeout(() => stream.destroy(new Error('nobody takes what is sent')), patience);
        yield piece;
      }
    } finally {
      clearTimeout(timer);
    }
  };
  const stream = Readable.from(watched(), { objectMode: false });
  // Of a stream that is given up before anybody has read of it, `watched` never begins, and so never ends.
  stream.once('close', () => void letGo(pieces));
  return stream;
}

const types = { csv: 'text/csv; charset=utf-8', geojson: 'application/geo+json' } as const;

/** @throws Problem 503 when others are being sent; whatever is wrong with the filters, before anything is sent */
export async function sendExport(
  db: Db,
  viewer: Viewer,
  {
    format = 'csv',
    fields = [],
    ...filters
  }: PostFilters & { format?: 'csv' | 'geojson' | undefined; fields?: string[] | undefined },
  outcome: Outcome,
): Promise<Streamed> {
  if (sending >= atOnce) throw new Problem('server.exporting');
  const asked: AskedExport = {
    format,
    fields,
    filters: filters.status?.length ? filters : { ...filters, status: ['all' as const] },
    hxl: [],
    scope: scopeOfFile(viewer),
  };
  const pieces = readInItsOwn(db, viewer, asked);
  const first = await pieces.next();
  outcome.onFailure(() => letGo(pieces));
  const day = new Date().toISOString().slice(0, 10).replaceAll('-', '');
  return new Streamed(source(first, pieces), {
    'content-type': types[format],
    'content-disposition': `attachment; filename="posts-${day}.${format}"`,
    'cache-control': 'private, no-store',
  });
}
