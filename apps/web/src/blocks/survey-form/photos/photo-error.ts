/** What goes wrong with a picture of a form. */
import type { Answers } from '../answers/form-answers.ts';

/** The picture of this attribute was not taken; what was sent before it is kept in `answers`. */
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
