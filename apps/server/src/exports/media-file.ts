/** ZIP archive of the pictures of posts, with a CSV list of their posts and fields. */
import path from 'node:path';
import type { PostFilters } from '@waypost/contract/browse/post-filters';
import { byteOrderMark, formatCsvLine } from '@waypost/contract/common/csv-cells';
import { unstructuredSurveyLabel } from '@waypost/contract/exports/exports';
import { fieldTypes } from '@waypost/contract/surveys/field-types';
import { ZipFile } from 'yazl';
import type { Tx } from '../kernel/db/database.ts';
import type { FileStore } from '../kernel/files/file-store.ts';
import { openStoredFile } from '../kernel/files/open-stored-file.ts';
import { addToArchive, archiveOutput } from '../kernel/files/zip-entries.ts';
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

/**
 * Streams the archive. Pictures are not compressed again. Those whose file is gone are left out: their post was deleted, or the
 * picture was covered, for which the export starts again.
 * @param onProgress called after each chunk with the number of finished posts; an error that it throws ends the archive
 * @returns the number of pictures
 * @throws when a picture cannot be read
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
  const output = archiveOutput(zip);
  const csvLines = [formatCsvLine(['Post ID', 'Survey', 'Field', 'File'])];
  const add = async ({ file, name, post, survey, field }: Picture) => {
    const source = await openStoredFile(store, file);
    if (!source) return;
    await addToArchive(zip, name, source, { compress: false });
    csvLines.push(formatCsvLine([String(post), survey, field, name]));
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
  const fail = (error: Error) => void output.destroy(error);
  zip.on('error', fail);
  const adding = addAll().catch(fail);
  try {
    for await (const chunk of output) yield chunk as Buffer;
    return csvLines.length - 1;
  } finally {
    // When the consumer stops early, the loop has destroyed the output, which ends the current picture.
    await adding;
  }
}
