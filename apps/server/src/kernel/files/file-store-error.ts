/** Errors of the file store: unreachable, refused, or full. */

/** The response of the store, if there was one. */
interface ErrorDetails {
  /** HTTP status. */
  status?: number | undefined;
  /** An S3 error code such as `SignatureDoesNotMatch`, or a network error such as `ECONNREFUSED`. */
  reason: string;
}

/** A failed operation. The message names the operation and the reason, but no secrets and no files, whose names grant access. */
export class FileStoreError extends Error {
  override readonly name = 'FileStoreError';
  /** HTTP status; undefined without a response. */
  readonly status: number | undefined;
  readonly reason: string;

  constructor(operation: string, { status, reason }: ErrorDetails, cause?: unknown) {
    super(
      `The file store: ${operation}: ${status === undefined ? reason : `${status} ${reason}`}`,
      cause === undefined ? {} : { cause },
    );
    this.status = status;
    this.reason = reason;
  }

  /** Whether the store is full. */
  get isFull(): boolean {
    return this.status === 507 || /quota|full|insufficient/i.test(this.reason);
  }

  /** Whether the store refused the request and will do so until somebody changes a setting. */
  get isRefusal(): boolean {
    return this.status !== undefined && this.status < 500 && this.status !== 408 && this.status !== 429;
  }
}
