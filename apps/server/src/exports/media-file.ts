/** The pictures of posts in one archive, with a list that says which belongs to what. */
import path from 'node:path';
import type { PassThrough, Readable } from 'node:stream';
import { byteOrderMark, csvLine } from '@waypost/contract/csv-cells';
import { unstructured } from '@waypost/contract/exports';
import type { PostFilters } from '@waypost/contract/post-filters';
import { ZipFile } from 'yazl';
import type { Tx } from '../kernel/db.ts';
import type { FileStore } from '../kernel/file-store.ts';
import type { Viewer } from '../kernel/viewer.ts';
import { shownAnswers } from '../posts/posts.public.ts';
import type { ExportPlan } from './columns.ts';
import { scopeOfFile } from './export-scope.rules.ts';
import { answeredPost } from './known-answers.ts';
import { type PostToExport, readPostsToExport } from './posts-to-export.sql.ts';

interface Picture {
  /** In the store. */
  file: string;
  /** In the archive: `318/41.jpg`. */
  name: string;
  post: number;
  survey: string;
  field: string;
}

function picturesOf(viewer: Viewer, plan: ExportPlan, post: PostToExport): Picture[] {
  const known = answeredPost(plan, post);
  const wanted = new Set(plan.attributes.map((it) => it.id));
  return shownAnswers(viewer, known)
    .filter(({ attribute }) => attribute.type === 'media' && wanted.has(attribute.id))
    .flatMap(({ attribute, answers }) =>
      answers.flatMap((answer) => {
        const id = typeof answer === 'object' ? '' : String(answer);
        const file = post.files?.[id];
        if (file === undefined) return [];
        const name = `${post.id}/${id}${path.extname(file)}`;
        const survey = known.survey?.name ?? unstructured;
        return [{ file, name, post: post.id, survey, field: attribute.label }];
      }),
    );
}

/** Pictures that wait to be read: enough to keep the disk busy, too few to fill memory. */
const waiting = 32;

/**
 * The archive, piece by piece. Pictures are stored as they are, since they are compressed already; one that is gone by now is
 * left out.
 * @param tell told after each piece how many posts are through; what it throws ends the archive
 * @returns how many pictures there are
 */
export async function* zipPictures(
  tx: Tx,
  viewer: Viewer,
  { plan, filters, store }: { plan: ExportPlan; filters: PostFilters; store: FileStore },
  tell: (done: number) => Promise<void>,
): AsyncGenerator<Buffer, number> {
  const zip = new ZipFile();
  // As the library makes it; its type leaves out that it can be destroyed.
  const output = zip.outputStream as PassThrough;
  /** What is read just now. */
  let reading: Readable | undefined;
  const list = [csvLine(['Post ID', 'Survey', 'Field', 'File'])];
  const line = { length: 0, fault: undefined as unknown, wake: (): void => undefined };
  const add = async ({ file, name, ...its }: Picture) => {
    if ((await store.size(file)) === undefined) return;
    list.push(csvLine([String(its.post), its.survey, its.field, name]));
    while (line.length >= waiting && line.fault === undefined)
      await new Promise<void>((resolve) => {
        line.wake = resolve;
      });
    if (line.fault !== undefined) throw line.fault;
    line.length++;
    zip.addReadStreamLazy(name, { compress: false }, (give) => {
      line.length--;
      line.wake();
      reading = store.read(file);
      give(null, reading);
    });
  };
  const fill = async () => {
    let done = 0;
    const added = new Set<string>();
    const beside = { categories: false, files: true };
    for await (const piece of readPostsToExport(tx, viewer, filters, beside, scopeOfFile(viewer))) {
      for (const picture of piece.flatMap((post) => picturesOf(viewer, plan, post)))
        if (!added.has(picture.name)) {
          added.add(picture.name);
          await add(picture);
        }
      done += piece.length;
      await tell(done);
    }
    zip.addBuffer(Buffer.from(byteOrderMark + list.join('')), 'pictures.csv');
    zip.end();
  };
  const fail = (error: Error) => {
    line.fault ??= error;
    line.wake();
    output.destroy(error);
  };
  zip.on('error', fail);
  const filled = fill().catch(fail);
  try {
    for await (const piece of output) yield piece as Buffer;
    await filled;
    return list.length - 1;
  } finally {
    // Given up on the way, nobody takes what waits in line or reads a picture to its end.
    line.fault ??= new Error('given up');
    line.wake();
    reading?.destroy();
    await filled;
  }
}
