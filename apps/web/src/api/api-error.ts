/** API errors as one type: the server's error response with all its entries, or that the server was not reached. */
import { type ErrorEntry, ErrorEnvelope } from '@waypost/contract/common/error-envelope';

/** What the call was for: selects the message when the response contains none. */
export type RequestPurpose = 'read' | 'save' | 'delete';

/** The error that all calls throw. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** HTTP status; 0 without a response. */
  readonly status: number;
  /** Every entry of the error envelope: a headline, then one per field (API v3 §1.9). */
  readonly entries: readonly ErrorEntry[];
  /** `rejected`: an error response. `network`: not reached. `unreadable`: the response does not fit this API. */
  readonly kind: 'rejected' | 'network' | 'unreadable';
  readonly purpose: RequestPurpose;
  /** Seconds after which to try again, if the server says so. */
  readonly retryAfterSeconds: number | undefined;
  /** Whether the app shows it on a page of its own, so that no message is needed. */
  isShownByApp = false;

  constructor(
    status: number,
    entries: readonly ErrorEntry[],
    kind: ApiError['kind'] = 'rejected',
    purpose: RequestPurpose = 'read',
    retryAfter?: number,
  ) {
    super(entries.find((it) => it.message)?.message?.trim() ?? `${kind} ${status}`);
    this.status = status;
    this.entries = entries;
    this.kind = kind;
    this.purpose = purpose;
    this.retryAfterSeconds = retryAfter;
  }
}

/** The error of a response. A body that is no error envelope counts as one without messages. */
export function parseApiError(status: number, body: unknown, purpose: RequestPurpose = 'read'): ApiError {
  const envelope = ErrorEnvelope.safeParse(body);
  return new ApiError(status, envelope.success ? envelope.data.errors : [{ status }], 'rejected', purpose);
}

/** The error of a request that got no response. */
export const createNetworkError = (): ApiError => new ApiError(0, [], 'network');

/** Type guard for `ApiError`. */
export const isApiError = (error: unknown): error is ApiError => error instanceof ApiError;

const transientCodes = new Set<string | undefined>(['server.busy', 'server.no-database', undefined]);

/** Whether the server, or a proxy before it, is temporarily unavailable. A 503 with another code does not count. */
export const isServerUnavailable = ({ status, entries }: ApiError): boolean =>
  [502, 503, 504].includes(status) && transientCodes.has(entries[0]?.code);

/** Whether the same request may succeed later without any change. */
export const isTransientError = (error: unknown): boolean =>
  isApiError(error) &&
  (error.kind === 'network' || isServerUnavailable(error) || error.entries[0]?.code === 'server.no-storage');

/** Whether a request was aborted by the app itself, which is not reported as an error. */
export const isAborted = (error: unknown): boolean =>
  error instanceof DOMException && error.name === 'AbortError';
