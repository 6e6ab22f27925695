/** The interface of this domain for other domains: link previews and the web app manifest. */

export { readPagePreview as previewOf } from './read-preview.ts';
export { serveWebAppManifest as serveInstallable } from './web-app-manifest.ts';
