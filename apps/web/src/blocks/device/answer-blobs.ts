/** Splits answers into JSON and pictures for encryption, and joins them again. */
import { createRandomId } from '../../ui/browser/random-id.ts';
import type { Answers } from '../survey-form/answers/form-answers.ts';
import { isNewPhoto, type NewPhoto } from '../survey-form/photos/new-photo.ts';

/**
 * Replaces a picture in the JSON. The blob is encrypted separately, since it does not change with the text. Earlier versions of the
 * client numbered the pictures of a report.
 */
interface BlobPlaceholder extends Omit<NewPhoto, 'blob'> {
  picture: string | number;
  type: string;
}
const isBlobPlaceholder = (it: unknown): it is BlobPlaceholder =>
  typeof it === 'object' && it !== null && 'picture' in it;

const blobKeys = new WeakMap<Blob, string>();
/** The key of a picture, the same each time its report is stored. */
function getBlobKey(blob: Blob): string {
  const key = blobKeys.get(blob) ?? createRandomId();
  blobKeys.set(blob, key);
  return key;
}
const toBlobKey = (picture: string | number): string => String(picture).padStart(4, '0');

const mapValues = (answers: Answers, change: (it: unknown) => unknown): Answers => ({
  ...answers,
  values: Object.fromEntries(Object.entries(answers.values).map(([key, list]) => [key, list.map(change)])),
});

/** @returns answers that can be serialised as JSON, and their pictures by key */
export function extractBlobs(answersWithBlobs: Answers): {
  answers: Answers;
  pictures: ReadonlyMap<string, Blob>;
} {
  const pictures = new Map<string, Blob>();
  const answers = mapValues(answersWithBlobs, (it) => {
    if (!isNewPhoto(it)) return it;
    const { blob, ...photo } = it;
    const picture = getBlobKey(blob);
    pictures.set(picture, blob);
    return { ...photo, picture, type: blob.type } satisfies BlobPlaceholder;
  });
  return { answers, pictures };
}

/** @param pictures by key. One that is missing, or could not be decrypted, becomes an empty blob. */
export const restoreBlobs = (answers: Answers, pictures: ReadonlyMap<string, ArrayBuffer | null>): Answers =>
  mapValues(answers, (it) => {
    if (!isBlobPlaceholder(it)) return it;
    const { picture, type, ...photo } = it;
    const key = toBlobKey(picture);
    const blob = new Blob([pictures.get(key) ?? new ArrayBuffer(0)], { type });
    blobKeys.set(blob, key);
    return { ...photo, blob };
  });
