/** ZIP archive of the pictures of posts, with a CSV list of their posts and fields. */
import path from 'node:path';
import type { PassThrough, Readable } from 'node:stream';
import type { PostFilters } from '@waypost/contract/browse/post-filters';
import { byteOrderMark, formatCsvLine } from '@waypost/contract/common/csv-cells';
import { unstructuredSurveyLabel } from '@waypost/contract/exports/exports';
import { fieldTypes } from '@waypost/contract/surveys/field-types';
import { ZipFile } from 'yazl';
import type { Tx } from '../kernel/db/database.ts';
import type { FileStore } from '../kernel/files/file-store.ts';
import type { Viewer } from '../kernel/security/viewer.ts';
import { readVisibleAnswers } from '../posts/posts.public.ts';
import type { ExportPlan } from './columns.ts';
import type { ExportScope } from './export-scope.rules.ts';
import { toAnsweredPost } from './exported-post.ts';
import { type PostToExport, readPostsToExport } from './posts-to-export.sql.ts';

interface Picture {
  /** Path in the store. */
  file: string;
  /** Path in the archive: `318/41.jpg`. */
  name: string;
  post: number;
  survey: string;
  field: string;
}

function listPictures(viewer: Viewer, plan: ExportPlan, post: PostToExport): Picture[] {
  const answeredPost = toAnsweredPost(plan, post);
  const attributeIds = new Set(plan.attributes.map(({ id }) => id));
  return readVisibleAnswers(viewer, answeredPost)
    .filter(
      ({ attribute }) => fieldTypes[attribute.type].answerKind === 'media' && attributeIds.has(attribute.id),
    )
    .flatMap(({ attribute, answers }) =>
      answers.flatMap((answer) => {
        const id = typeof answer === 'object' ? '' : String(answer);
        const file = post.files?.[id];
        if (file === undefined) return [];
        const name = `${post.id}/${id}${path.extname(file)}`;
        const survey = answeredPost.survey?.name ?? unstructuredSurveyLabel;
        return [{ file, name, post: post.id, survey, field: attribute.label }];
      }),
    );
}

/** Maximum pictures that wait to be read: enough to keep the disk busy, too few to fill memory. */
const maxQueuedPictures = 32;

/**
 * Streams the archive. Pictures are not compressed again; those whose file is missing are left out.
 * @param onProgress called after each chunk with the number of finished posts; an error that it throws ends the archive
 * @returns the number of pictures
 */
export async function* zipPictures(
  tx: Tx,
  viewer: Viewer,
  {
    plan,
    filters,
    scope,
    store,
  }: { plan: ExportPlan; filters: PostFilters; scope: ExportScope; store: FileStore },
  onProgress: (done: number) => Promise<void>,
): AsyncGenerator<Buffer, number> {
  const zip = new ZipFile();
  // The library creates a PassThrough; its declared type lacks `destroy`.
  const output = zip.outputStream as PassThrough;
  let currentPicture: Readable | undefined;
  const csvLines = [formatCsvLine(['Post ID', 'Survey', 'Field', 'File'])];
  const queue = { length: 0, error: undefined as unknown, wake: (): void => undefined };
  const add = async ({ file, name, post, survey, field }: Picture) => {
    if ((await store.size(file)) === undefined) return;
    csvLines.push(formatCsvLine([String(post), survey, field, name]));
    while (queue.length >= maxQueuedPictures && queue.error === undefined)
      await new Promise<void>((resolve) => {
        queue.wake = resolve;
      });
    if (queue.error !== undefined) throw queue.error;
    queue.length++;
    zip.addReadStreamLazy(name, { compress: false }, (callback) => {
      queue.length--;
      queue.wake();
      currentPicture = store.read(file);
      callback(null, currentPicture);
    });
  };
  const addAll = async () => {
    let postCount = 0;
    const addedNames = new Set<string>();
    const related = { categories: false, files: true, verification: false, consent: false, areas: false };
    for await (const posts of readPostsToExport(tx, viewer, filters, related, scope)) {
      for (const picture of posts.flatMap((post) => listPictures(viewer, plan, post)))
        if (!addedNames.has(picture.name)) {
          addedNames.add(picture.name);
          await add(picture);
        }
      postCount += posts.length;
      await onProgress(postCount);
    }
    zip.addBuffer(Buffer.from(byteOrderMark + csvLines.join('')), 'pictures.csv');
    zip.end();
  };
  const fail = (error: Error) => {
    queue.error ??= error;
    queue.wake();
    output.destroy(error);
  };
  zip.on('error', fail);
  const adding = addAll().catch(fail);
  try {
    for await (const chunk of output) yield chunk as Buffer;
    await adding;
    return csvLines.length - 1;
  } finally {
    // When the consumer stops early, queued pictures are dropped and the current one is not read to its end.
    queue.error ??= new Error('The archive was abandoned');
    queue.wake();
    currentPicture?.destroy();
    await adding;
  }
}
