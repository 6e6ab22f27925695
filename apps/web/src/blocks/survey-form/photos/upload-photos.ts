/** Uploads the pictures of a form, before the post that refers to them. */
import { uploadMedia } from '../../../api/upload.ts';
import type { Answers } from '../answers/form-answers.ts';
import { isNewPhoto, type NewPhoto } from './new-photo.ts';
import { PhotoError } from './photo-error.ts';

const replaceAnswer = (answers: Answers, key: string, index: number, answer: unknown): Answers => ({
  ...answers,
  values: {
    ...answers.values,
    [key]: (answers.values[key] ?? []).map((it, answerIndex) => (answerIndex === index ? answer : it)),
  },
});

const listPendingPhotos = (answers: Answers): { key: string; index: number; photo: NewPhoto }[] =>
  Object.entries(answers.values).flatMap(([key, list]) =>
    list.flatMap((photo, index) => (isNewPhoto(photo) && !photo.savedId ? [{ key, index, photo }] : [])),
  );

/**
 * @param onProgress 0 to 1 over all pictures
 * @returns the answers with an id in every picture
 * @throws PhotoError at the first picture that fails
 */
export async function uploadPhotos(
  answers: Answers,
  onProgress: (part: number) => void,
  signal: AbortSignal,
): Promise<Answers> {
  const queue = listPendingPhotos(answers);
  let current = answers;
  for (const [position, { key, index, photo }] of queue.entries()) {
    try {
      const { blob, name, uploadId } = photo;
      const media = await uploadMedia(
        { blob, name, caption: photo.caption.trim() || null, uploadId },
        { signal, onProgress: (part) => onProgress((position + part) / queue.length) },
        // After an interruption the next attempt resumes the upload.
        (id) => {
          current = replaceAnswer(current, key, index, { ...photo, uploadId: id });
        },
      );
      current = replaceAnswer(current, key, index, {
        ...photo,
        savedId: String(media.id),
        ...(media.claim === undefined ? {} : { claim: media.claim }),
      });
    } catch (error) {
      throw new PhotoError(key, index, current, error);
    }
  }
  return current;
}
