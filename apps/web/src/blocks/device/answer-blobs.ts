/** Splits answers into JSON and pictures for encryption, and joins them again. */
import type { Answers } from '../survey-form/answers/form-answers.ts';
import { isNewPhoto, type NewPhoto } from '../survey-form/photos/new-photo.ts';

/** Replaces a picture in the JSON. The blob is encrypted separately, since it does not change with the text. */
interface BlobPlaceholder extends Omit<NewPhoto, 'blob'> {
  picture: number;
  type: string;
}
const isBlobPlaceholder = (it: unknown): it is BlobPlaceholder =>
  typeof it === 'object' && it !== null && 'picture' in it;

const mapValues = (answers: Answers, change: (it: unknown) => unknown): Answers => ({
  ...answers,
  values: Object.fromEntries(Object.entries(answers.values).map(([key, list]) => [key, list.map(change)])),
});

/** @returns answers that can be serialised as JSON, and their pictures */
export function extractBlobs(answersWithBlobs: Answers): { answers: Answers; pictures: readonly Blob[] } {
  const pictures: Blob[] = [];
  const answers = mapValues(answersWithBlobs, (it) => {
    if (!isNewPhoto(it)) return it;
    const { blob, ...photo } = it;
    pictures.push(blob);
    return { ...photo, picture: pictures.length - 1, type: blob.type } satisfies BlobPlaceholder;
  });
  return { answers, pictures };
}

/** @param pictures in their order; null for one that could not be decrypted, which becomes an empty blob */
export const restoreBlobs = (answers: Answers, pictures: readonly (ArrayBuffer | null)[]): Answers =>
  mapValues(answers, (it) => {
    if (!isBlobPlaceholder(it)) return it;
    const { picture, type, ...photo } = it;
    return { ...photo, blob: new Blob([pictures[picture] ?? new ArrayBuffer(0)], { type }) };
  });
