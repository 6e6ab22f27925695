/** The interface of this domain for other domains: link previews with their pictures, the web app manifest and files at fixed paths. */

export { serveMapPicture } from './map-picture.ts';
export { readPagePreview } from './read-preview.ts';
export { serveWebAppManifest } from './web-app-manifest.ts';
export { serveWellKnownFiles } from './well-known-files.ts';
