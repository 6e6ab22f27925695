/** What is wrong with a file; `name` is that of the area, or its number. */
export type AreasFileProblem =
  | { key: 'format' | 'empty' | 'unnamed' | 'damaged' | 'noShapes' | 'noTable' }
  /** The most bytes that are possible. */
  | { key: 'large' | 'unpacked'; bytes: number }
  | { key: 'many'; total: number }
  | { key: 'outline' | 'projection'; name: string }
  | { key: 'severalShapes'; names: string };

/** A problem to be shown. */
export class AreasFileError extends Error {
  readonly problem: AreasFileProblem;

  constructor(problem: AreasFileProblem) {
    super(problem.key);
    this.problem = problem;
  }
}
