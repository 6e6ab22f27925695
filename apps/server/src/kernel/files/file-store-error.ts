/** A store of files that does not do what it is asked: away, refusing, or full. */

/** What the store said, as far as it said something. */
interface ErrorDetails {
  /** Of HTTP. */
  status?: number | undefined;
  /** `SignatureDoesNotMatch`, or the network's `ECONNREFUSED`. */
  reason: string;
}

/** Its message names what was tried and what came of it: neither files, which are keys to themselves, nor secrets. */
export class FileStoreError extends Error {
  override readonly name = 'StoreFault';
  /** Of the answer; undefined where there was none. */
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

  /** Whether there is no room. */
  get isFull(): boolean {
    return this.status === 507 || /quota|full|insufficient/i.test(this.reason);
  }

  /** Whether the store answered, and will answer the same until somebody changes a setting. */
  get isRefusal(): boolean {
    return this.status !== undefined && this.status < 500 && this.status !== 408 && this.status !== 429;
  }
}
