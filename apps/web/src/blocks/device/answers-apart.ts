/** Answers taken apart into a text and pictures, as they are locked, and put together again. */
import type { Answers } from '../survey-form/form-answers.ts';
import { isNewPhoto, type NewPhoto } from '../survey-form/new-photo.ts';

/** Stands in the text for a picture, which lies apart: it does not change while the rest does. */
interface PictureMark extends Omit<NewPhoto, 'blob'> {
  picture: number;
  type: string;
}
const isMark = (it: unknown): it is PictureMark => typeof it === 'object' && it !== null && 'picture' in it;

const values = (answers: Answers, change: (it: unknown) => unknown): Answers => ({
  ...answers,
  values: Object.fromEntries(Object.entries(answers.values).map(([key, list]) => [key, list.map(change)])),
});

/** @returns answers that JSON can write, and the pictures that were in them */
export function takeApart(whole: Answers): { answers: Answers; pictures: readonly Blob[] } {
  const pictures: Blob[] = [];
  const answers = values(whole, (it) => {
    if (!isNewPhoto(it)) return it;
    const { blob, ...photo } = it;
    pictures.push(blob);
    return { ...photo, picture: pictures.length - 1, type: blob.type } satisfies PictureMark;
  });
  return { answers, pictures };
}

/** @param pictures in their order; one that cannot be had is empty */
export const putTogether = (answers: Answers, pictures: readonly (ArrayBuffer | null)[]): Answers =>
  values(answers, (it) => {
    if (!isMark(it)) return it;
    const { picture, type, ...photo } = it;
    return { ...photo, blob: new Blob([pictures[picture] ?? new ArrayBuffer(0)], { type }) };
  });
