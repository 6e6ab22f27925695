/** Input that is invalid: handlers check rights before they read it, so that 401, 403 and 404 come first (API v3 §1.5). */
import { Problem, type RequestError } from './problem.ts';

interface InvalidInput {
  error: RequestError;
  validFields: ReadonlyMap<string | symbol, unknown>;
}

const invalidInputs = new WeakMap<object, InvalidInput>();

/** The error that a stand-in of `createInvalidInput` was made for; undefined for any other value. */
export const findInputError = (value: unknown): RequestError | undefined =>
  typeof value === 'object' && value !== null ? invalidInputs.get(value)?.error : undefined;

/** Input to decide rights by, before it is refused as invalid: fields that are invalid by themselves are absent. */
export function readValidFields<T extends object>(input: T): Partial<T> {
  const invalid = invalidInputs.get(input);
  return invalid ? (Object.fromEntries(invalid.validFields) as Partial<T>) : input;
}

/**
 * Stands for invalid input. Reading a valid field gives its value, since rights may depend on it: the survey of a post. Anything
 * else throws the error.
 */
export function createInvalidInput(
  error: RequestError,
  validFields: ReadonlyMap<string | symbol, unknown> = new Map(),
): object {
  const fail = () => {
    throw error;
  };
  const get = (_target: object, name: string | symbol) =>
    validFields.has(name) ? validFields.get(name) : fail();
  const input = new Proxy({}, { get, has: fail, ownKeys: fail, getOwnPropertyDescriptor: fail });
  invalidInputs.set(input, { error, validFields });
  return input;
}

const accessStatuses = new Set([401, 403, 404]);

/**
 * Refuses invalid input, whether or not the handler read it. Any other error of the handler may be due to the input: a constraint of
 * the database, for fields that are valid but do not fit together.
 * @throws the handler's refusal of 401, 403 or 404, else the error of the input, which names all wrong fields
 */
export async function refuseInvalidInput(
  handling: Promise<unknown>,
  inputError: RequestError,
): Promise<never> {
  await handling.catch((error: unknown) => {
    throw error instanceof Problem && accessStatuses.has(error.status) ? error : inputError;
  });
  throw inputError;
}
