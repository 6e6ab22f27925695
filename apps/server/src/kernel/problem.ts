/** Faults as they are thrown: slugs of the one catalogue, turned into the wire's envelope in `errors.ts` alone. */
import { type Fault, type ProblemCode, problems, type Rule } from '@waypost/contract/problems';

type Params = Record<string, string | number>;

/** A request that cannot be carried out. */
export class Problem extends Error {
  readonly code: ProblemCode;
  readonly params: Params;
  readonly status: number;
  /** Seconds after which it may be asked again; undefined where nothing is known. */
  retryAfter: number | undefined;

  constructor(code: ProblemCode, params: Params = {}) {
    super(code);
    this.code = code;
    this.params = params;
    this.status = problems[code].status;
  }

  /** Says when it may be asked again. @param seconds from now */
  after(seconds: number): this {
    this.retryAfter = seconds;
    return this;
  }
}

/** A form that cannot be taken: at least one field is wrong. */
export class Faults extends Error {
  readonly resource: string;
  readonly faults: readonly Fault[];

  constructor(resource: string, faults: readonly Fault[]) {
    super(`${resource}: ${faults.map((fault) => `${fault.field} ${fault.rule}`).join(', ')}`);
    this.resource = resource;
    this.faults = faults;
  }
}

/** One wrong field, ready to throw. */
export const fault = (resource: string, field: string, rule: Rule, params?: Params) =>
  new Faults(resource, [params ? { field, rule, params } : { field, rule }]);

/** Nothing there by that id, or nothing that the caller may know of. */
export const notFound = (resource: string, id: string | number) =>
  new Problem('entity.not-found', { resource, id });

const constraintOf = (error: unknown): string | undefined =>
  typeof error === 'object' && error !== null && 'constraint' in error ? String(error.constraint) : undefined;

/**
 * Lets the database keep the promise and tells it in the caller's words.
 * @param promises what to throw when the constraint of that name breaks
 */
export async function translating<T>(
  promises: Record<string, () => Error>,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const told = promises[constraintOf(error) ?? ''];
    throw told ? told() : error;
  }
}
