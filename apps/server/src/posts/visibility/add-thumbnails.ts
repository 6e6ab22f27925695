/** Adds to posts the first picture that the viewer sees. */
import { fieldTypes } from '@waypost/contract/surveys/field-types';
import type { Viewer } from '../../kernel/security/viewer.ts';
import { type MediaRequest, readThumbnails } from '../../media/media.public.ts';
import type { PostDetails } from '../post-details.ts';
import { findVisibleMediaIds } from '../posts.sql.ts';
import { readVisibleAnswers } from './visible-answers.ts';

/** The id of the first picture among the answers, in the order of the survey. */
function findFirstPicture(viewer: Viewer, details: PostDetails): number | undefined {
  const [first] = readVisibleAnswers(viewer, details)
    .filter(({ attribute }) => fieldTypes[attribute.type].answerKind === 'media')
    .flatMap(({ answers }) => answers);
  return first === undefined ? undefined : Number(first);
}

/** Adds the thumbnails. */
export async function addThumbnails(
  request: MediaRequest,
  posts: readonly PostDetails[],
): Promise<PostDetails[]> {
  const ids = posts.map((details) => findFirstPicture(request.viewer, details));
  const thumbnails = await readThumbnails(
    request,
    ids.filter((id) => id !== undefined),
    findVisibleMediaIds,
  );
  return posts.map((details, index) => {
    const id = ids[index];
    return { ...details, thumbnail: (id === undefined ? undefined : thumbnails.get(id)) ?? null };
  });
}
