/** The interface of this domain for other domains: link previews, the web app manifest and files at fixed paths. */

export { readPagePreview } from './read-preview.ts';
export { serveWebAppManifest } from './web-app-manifest.ts';
export { serveWellKnownFiles } from './well-known-files.ts';
