/** What other parts may use of what is told of a deployment beside its pages: link previews, and how it is installed. */
export { serveInstallable } from './installable.ts';
export { previewOf } from './read-preview.ts';
