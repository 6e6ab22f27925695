/**
 * Chunks that could not be loaded: the network is down, or a newer version has replaced them. The router would reload the
 * page, which discards what somebody is writing. With a name of our own it does not recognise the error, and the screen
 * shows it and offers to reload.
 */

const chunkLoadErrorName = 'MissingPart';

/** Whether an error is a chunk that could not be loaded. */
export const isChunkLoadError = (error: unknown): boolean =>
  error instanceof Error && error.name === chunkLoadErrorName;

/** Renames such errors; called once at the start. */
export function tagChunkLoadErrors(): void {
  window.addEventListener('vite:preloadError', ({ payload }) => {
    payload.name = chunkLoadErrorName;
    payload.message = `A part of the app could not be loaded. ${payload.message}`;
  });
}
