/**
 * A part of the program that could not be fetched: no line, or a newer version took its place. The router would reload the
 * page for it, and with that throw away what somebody is writing; here the screen in its place says so and offers it.
 */

const chunkLoadErrorName = 'MissingPart';

export const isChunkLoadError = (error: unknown): boolean =>
  error instanceof Error && error.name === chunkLoadErrorName;

/** Once, at the start: gives the failure a name of ours, by which the router does not know it. */
export function tagChunkLoadErrors(): void {
  window.addEventListener('vite:preloadError', ({ payload }) => {
    payload.name = chunkLoadErrorName;
    payload.message = `A part of the program is missing. ${payload.message}`;
  });
}
