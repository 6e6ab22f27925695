/** The pictures of posts in one archive, with a list that says which belongs to what. */
import path from 'node:path';
import type { PassThrough, Readable } from 'node:stream';
import type { PostFilters } from '@waypost/contract/browse/post-filters';
import { byteOrderMark, formatCsvLine } from '@waypost/contract/common/csv-cells';
import { unstructuredSurveyLabel } from '@waypost/contract/exports/exports';
import { ZipFile } from 'yazl';
import type { Tx } from '../kernel/db/database.ts';
import type { FileStore } from '../kernel/files/file-store.ts';
import type { Viewer } from '../kernel/security/viewer.ts';
import { shownAnswers } from '../posts/posts.public.ts';
import type { ExportPlan } from './columns.ts';
import { fileScope } from './export-scope.rules.ts';
import { toAnsweredPost } from './exported-post.ts';
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

function listPictures(viewer: Viewer, plan: ExportPlan, post: PostToExport): Picture[] {
  const answered = toAnsweredPost(plan, post);
  const wanted = new Set(plan.attributes.map((it) => it.id));
  return shownAnswers(viewer, answered)
    .filter(({ attribute }) => attribute.type === 'media' && wanted.has(attribute.id))
    .flatMap(({ attribute, answers }) =>
      answers.flatMap((answer) => {
        const id = typeof answer === 'object' ? '' : String(answer);
        const file = post.files?.[id];
        if (file === undefined) return [];
        const name = `${post.id}/${id}${path.extname(file)}`;
        const survey = answered.survey?.name ?? unstructuredSurveyLabel;
        return [{ file, name, post: post.id, survey, field: attribute.label }];
      }),
    );
}

/** Pictures that wait to be read: enough to keep the disk busy, too few to fill memory. */
const maxQueuedPictures = 32;

/**
 * The archive, piece by piece. Pictures are stored as they are, since they are compressed already; one that is gone by now is
 * left out.
 * @param onProgress told after each piece how many posts are through; what it throws ends the archive
 * @returns how many pictures there are
 */
export async function* zipPictures(
  tx: Tx,
  viewer: Viewer,
  { plan, filters, store }: { plan: ExportPlan; filters: PostFilters; store: FileStore },
  onProgress: (done: number) => Promise<void>,
): AsyncGenerator<Buffer, number> {
  const zip = new ZipFile();
  // As the library makes it; its type leaves out that it can be destroyed.
  const output = zip.outputStream as PassThrough;
  /** What is read just now. */
  let reading: Readable | undefined;
  const list = [formatCsvLine(['Post ID', 'Survey', 'Field', 'File'])];
  const line = { length: 0, fault: undefined as unknown, wake: (): void => undefined };
  const add = async ({ file, name, ...its }: Picture) => {
    if ((await store.size(file)) === undefined) return;
    list.push(formatCsvLine([String(its.post), its.survey, its.field, name]));
    while (line.length >= maxQueuedPictures && line.fault === undefined)
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
    const related = { categories: false, files: true };
    for await (const piece of readPostsToExport(tx, viewer, filters, related, fileScope(viewer))) {
      for (const picture of piece.flatMap((post) => listPictures(viewer, plan, post)))
        if (!added.has(picture.name)) {
          added.add(picture.name);
          await add(picture);
        }
      done += piece.length;
      await onProgress(done);
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
