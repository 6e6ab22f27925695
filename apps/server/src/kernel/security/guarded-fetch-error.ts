/** Errors of requests to URLs that users can choose. */
import { errors } from 'undici';

/**
 * `address`: the URL is invalid or not allowed. `unreachable`: no server answers. `timeout`: it took too long. `size`: the
 * response is too large. `redirect`: a redirect that is not allowed.
 */
type GuardedFetchErrorCode = 'address' | 'unreachable' | 'timeout' | 'size' | 'redirect';

/** A failed request. Its message has no part of the URL, so that it may be logged and shown. */
export class GuardedFetchError extends Error {
  readonly code: GuardedFetchErrorCode;

  constructor(code: GuardedFetchErrorCode, options?: ErrorOptions) {
    super(`guarded fetch: ${code}`, options);
    this.code = code;
  }
}

/** The address is not allowed. */
export class AddressRefusedError extends Error {}

/** Errors are wrapped by the lookup, the connection, or several addresses. */
export function isAddressRefused(error: unknown): boolean {
  if (error instanceof AddressRefusedError) return true;
  if (error instanceof AggregateError) return error.errors.some(isAddressRefused);
  return error instanceof Error && error.cause !== undefined && isAddressRefused(error.cause);
}

/** The error that callers get. */
export function toGuardedFetchError(error: unknown): GuardedFetchError {
  if (error instanceof GuardedFetchError) return error;
  if (isAddressRefused(error)) return new GuardedFetchError('address');
  const isSlow =
    error instanceof errors.ConnectTimeoutError ||
    error instanceof errors.HeadersTimeoutError ||
    error instanceof errors.BodyTimeoutError;
  return new GuardedFetchError(isSlow ? 'timeout' : 'unreachable', { cause: error });
}
