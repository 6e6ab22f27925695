/** What goes wrong with a call, as one type: the server's refusal with all its entries, or that it was not reached. */
import { type ErrorEntry, ErrorEnvelope } from '@waypost/contract/common/problems';

/** What the call was for: a refusal without words is told by it. */
export type RequestPurpose = 'read' | 'save' | 'delete';

export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** HTTP status; 0 when no answer came. */
  readonly status: number;
  /** Every entry of the error envelope: a headline, then one per field (wire 1.9). */
  readonly entries: readonly ErrorEntry[];
  /** `network`: not reached. `unreadable`: an answer came that is not of this API. */
  readonly kind: 'refused' | 'network' | 'unreadable';
  readonly purpose: RequestPurpose;
  /** Seconds after which it may be asked again, where the server says so. */
  readonly retryAfterSeconds: number | undefined;

  constructor(
    status: number,
    entries: readonly ErrorEntry[],
    kind: ApiError['kind'] = 'refused',
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

/** The refusal that an answer carries; a body that is no envelope counts as one without words. */
export function parseApiError(status: number, body: unknown, purpose: RequestPurpose = 'read'): ApiError {
  const envelope = ErrorEnvelope.safeParse(body);
  return new ApiError(status, envelope.success ? envelope.data.errors : [{ status }], 'refused', purpose);
}

export const createNetworkError = (): ApiError => new ApiError(0, [], 'network');

export const isApiError = (error: unknown): error is ApiError => error instanceof ApiError;

const transientCodes = new Set<string | undefined>(['server.busy', 'server.no-database', undefined]);

/** The server, or what stands before it, cannot answer just now; one that says something else is not meant. */
export const isServerUnavailable = ({ status, entries }: ApiError): boolean =>
  [502, 503, 504].includes(status) && transientCodes.has(entries[0]?.code);

/** Nobody refused anything: what was sent may be sent again as it is. */
export const isTransientError = (error: unknown): boolean =>
  isApiError(error) &&
  (error.kind === 'network' || isServerUnavailable(error) || error.entries[0]?.code === 'server.no-storage');

/** Aborting is not failing: nobody is told. */
export const isAborted = (error: unknown): boolean =>
  error instanceof DOMException && error.name === 'AbortError';
