/** The interface of this domain for other domains: link previews with their pictures, the web app manifest and files at fixed paths. */

export { createPreviewReader } from './cached-previews.ts';
export { serveMapPicture } from './map-picture.ts';
export { serveWebAppManifest } from './web-app-manifest.ts';
export { serveWellKnownFiles } from './well-known-files.ts';
