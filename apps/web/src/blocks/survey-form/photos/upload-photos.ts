/** Uploads the pictures of a form, before the post that refers to them. */
import type { UploadOptions } from '../../../api/upload-media.ts';
import type { Answers } from '../answers/form-answers.ts';
import { isNewPhoto, type NewPhoto } from './new-photo.ts';

/** The upload of a picture failed; the cause is an `ApiError`. */
export class PhotoError extends Error {
  readonly key: string;
  readonly index: number;
  constructor(key: string, index: number, cause: unknown) {
    super('photo', { cause });
    this.key = key;
    this.index = index;
  }
}

/** What the upload reports while it runs. */
export interface UploadProgress extends Pick<UploadOptions, 'signal' | 'token'> {
  /** 0 to 1 over all pictures; null when all are uploaded. */
  onProgress?: (part: number | null) => void;
  /** Called with what the next attempt needs to know: the id of each picture, and of an upload that can be resumed. */
  onAnswers?: (answers: Answers) => void | Promise<void>;
}

/** Loaded only when there are pictures, since few forms have any. */
export const loadUpload = () => import('../../../api/upload-media.ts');

const replaceAnswer = (answers: Answers, key: string, index: number, answer: NewPhoto): Answers => ({
  ...answers,
  values: { ...answers.values, [key]: (answers.values[key] ?? []).with(index, answer) },
});

/**
 * @returns the answers with an id in every picture
 * @throws PhotoError at the first picture that fails
 */
export async function uploadPhotos(
  answers: Answers,
  { onProgress, onAnswers, ...options }: UploadProgress,
): Promise<Answers> {
  const pending = Object.entries(answers.values).flatMap(([key, list]) =>
    list.flatMap((photo, index) => (isNewPhoto(photo) && !photo.savedId ? [{ key, index, photo }] : [])),
  );
  let current = answers;
  for (const [position, { key, index, photo }] of pending.entries()) {
    const store = async (changes: Partial<NewPhoto>) => {
      current = replaceAnswer(current, key, index, { ...photo, ...changes });
      await onAnswers?.(current);
    };
    try {
      const { uploadMedia } = await loadUpload();
      const { blob, name, uploadId } = photo;
      const { id, claim } = await uploadMedia(
        { blob, name, caption: photo.caption.trim() || null, uploadId },
        {
          ...options,
          onProgress: (part) => onProgress?.((position + part) / pending.length),
          onUploadStarted: (started) => store({ uploadId: started }),
        },
      );
      await store({ savedId: String(id), ...(claim === undefined ? {} : { claim }) });
    } catch (error) {
      throw new PhotoError(key, index, error);
    }
  }
  options.signal?.throwIfAborted();
  if (pending.length > 0) onProgress?.(null);
  return current;
}
