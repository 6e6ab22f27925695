/** The interface of this domain for other domains: link previews and the web app manifest. */

export { readPagePreview } from './read-preview.ts';
export { serveWebAppManifest } from './web-app-manifest.ts';
