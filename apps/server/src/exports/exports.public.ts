/** Public interface of the domain `exports`. */

export { discardExportFiles, discardExportFilesSince } from './discard-files.ts';
export { downloadName } from './exports.rules.ts';
export { setExchangeMetadata } from './request-export.ts';
