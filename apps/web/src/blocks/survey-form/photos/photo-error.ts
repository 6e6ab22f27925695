/** Upload errors of pictures in a form. */
import type { Answers } from '../answers/form-answers.ts';

/** The upload of a picture failed; `answers` contains the ids of those uploaded before. */
export class PhotoError extends Error {
  readonly key: string;
  readonly index: number;
  readonly answers: Answers;
  constructor(key: string, index: number, answers: Answers, cause: unknown) {
    super('photo', { cause });
    this.key = key;
    this.index = index;
    this.answers = answers;
  }
}
