/** What other domains may use of exports. */
export { tellExchange } from './ask-export.ts';
export { discardExportFiles } from './discard-files.ts';
export { downloadName } from './exports.rules.ts';
