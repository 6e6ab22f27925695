/** Faults as they are thrown: slugs of the one catalogue, turned into the wire's envelope in `errors.ts` alone. */
import {
  type FieldError,
  type ProblemCode,
  problems,
  type ValidationRule,
} from '@waypost/contract/common/problems';

type Params = Record<string, string | number>;

/** A request that cannot be carried out. */
export class Problem extends Error {
  readonly code: ProblemCode;
  readonly params: Params;
  readonly status: number;
  /** Seconds after which it may be asked again; undefined where nothing is known. */
  retryAfterSeconds: number | undefined;

  constructor(code: ProblemCode, params: Params = {}) {
    super(code);
    this.code = code;
    this.params = params;
    this.status = problems[code].status;
  }

  /** Says when it may be asked again. @param seconds from now */
  withRetryAfter(seconds: number): this {
    this.retryAfterSeconds = seconds;
    return this;
  }
}

/** A form that cannot be taken: at least one field is wrong. */
export class ValidationError extends Error {
  readonly resource: string;
  readonly fieldErrors: readonly FieldError[];

  constructor(resource: string, faults: readonly FieldError[]) {
    super(`${resource}: ${faults.map((fault) => `${fault.field} ${fault.rule}`).join(', ')}`);
    this.resource = resource;
    this.fieldErrors = faults;
  }
}

/** One wrong field, ready to throw. */
export const validationError = (resource: string, field: string, rule: ValidationRule, params?: Params) =>
  new ValidationError(resource, [params ? { field, rule, params } : { field, rule }]);

/** Nothing there by that id, or nothing that the caller may know of. */
export const notFound = (resource: string, id: string | number) =>
  new Problem('entity.not-found', { resource, id });

const constraintOf = (error: unknown): string | undefined =>
  typeof error === 'object' && error !== null && 'constraint' in error ? String(error.constraint) : undefined;

/**
 * Lets the database keep the promise and tells it in the caller's words.
 * @param errorsByConstraint what to throw when the constraint of that name breaks
 */
export async function mapConstraintErrors<T>(
  errorsByConstraint: Record<string, () => Error>,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const createError = errorsByConstraint[constraintOf(error) ?? ''];
    throw createError ? createError() : error;
  }
}
