/** Errors of requests: codes of the catalogue in the contract. Only `error-handler.ts` turns them into responses. */
import {
  type FieldError,
  type ProblemCode,
  problems,
  type ValidationRule,
} from '@waypost/contract/common/problems';

type Params = Record<string, string | number>;

/** A request that is refused or fails, with a code of the catalogue. */
export class Problem extends Error {
  readonly code: ProblemCode;
  readonly params: Params;
  readonly status: number;
  /** Seconds after which the client may retry; undefined when unknown. */
  retryAfterSeconds: number | undefined;

  constructor(code: ProblemCode, params: Params = {}) {
    super(code);
    this.code = code;
    this.params = params;
    this.status = problems[code].status;
  }

  /** Sets when the client may retry. @param seconds from now */
  withRetryAfter(seconds: number): this {
    this.retryAfterSeconds = seconds;
    return this;
  }
}

/** An invalid request: at least one field is wrong. */
export class ValidationError extends Error {
  readonly resource: string;
  readonly fieldErrors: readonly FieldError[];

  constructor(resource: string, fieldErrors: readonly FieldError[]) {
    super(`${resource}: ${fieldErrors.map(({ field, rule }) => `${field} ${rule}`).join(', ')}`);
    this.resource = resource;
    this.fieldErrors = fieldErrors;
  }
}

/** Why a request is refused. */
export type RequestError = Problem | ValidationError;

/** A `ValidationError` of one field. */
export const validationError = (resource: string, field: string, rule: ValidationRule, params?: Params) =>
  new ValidationError(resource, [params ? { field, rule, params } : { field, rule }]);

/** 404: no such id, or one that the caller may not know of. */
export const notFound = (resource: string, id: string | number) =>
  new Problem('entity.not-found', { resource, id });

const constraintOf = (error: unknown): string | undefined =>
  typeof error === 'object' && error !== null && 'constraint' in error ? String(error.constraint) : undefined;

/**
 * Runs work and turns violated constraints of the database into errors for the caller.
 * @param errorsByConstraint creates the error to throw, by the name of the constraint
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
