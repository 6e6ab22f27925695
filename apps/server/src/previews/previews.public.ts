/** What other parts may use of what is told of a deployment beside its pages: link previews, and how it is installed. */

export { readPagePreview as previewOf } from './read-preview.ts';
export { serveWebAppManifest as serveInstallable } from './web-app-manifest.ts';
