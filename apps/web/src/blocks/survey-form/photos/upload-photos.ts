/** Sends the pictures of a form, before the post that names them. */
import { uploadMedia } from '../../../api/upload.ts';
import type { Answers } from '../answers/form-answers.ts';
import { isNewPhoto, type NewPhoto } from './new-photo.ts';
import { PhotoError } from './photo-error.ts';

const replaceAnswer = (answers: Answers, key: string, index: number, answer: unknown): Answers => ({
  ...answers,
  values: {
    ...answers.values,
    [key]: (answers.values[key] ?? []).map((it, at) => (at === index ? answer : it)),
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
  let sent = answers;
  for (const [at, { key, index, photo }] of queue.entries()) {
    try {
      const { blob, name, uploadId } = photo;
      const media = await uploadMedia(
        { blob, name, caption: photo.caption.trim() || null, uploadId },
        { signal, onProgress: (part) => onProgress((at + part) / queue.length) },
        // Should the line break now, the next try goes on from here.
        (id) => {
          sent = replaceAnswer(sent, key, index, { ...photo, uploadId: id });
        },
      );
      sent = replaceAnswer(sent, key, index, {
        ...photo,
        savedId: String(media.id),
        ...(media.claim === undefined ? {} : { claim: media.claim }),
      });
    } catch (error) {
      throw new PhotoError(key, index, sent, error);
    }
  }
  return sent;
}
