/** The embedded database cannot be started; the message is one line and says what to do. */
export class EmbeddedPostgresError extends Error {
  override name = 'EmbeddedPostgresError';
}

/** Whether an error of the file system or of a signal carries this code (`ENOENT`, `ESRCH`, ...). */
export function hasCode(error: unknown, ...codes: string[]): boolean {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code));
}
