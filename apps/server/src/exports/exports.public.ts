/** Public interface of the domain `exports`. */

export { discardExportFiles, discardExportsOfPost } from './discard-files.ts';
export { downloadName } from './exports.rules.ts';
export { setExchangeMetadata } from './request-export.ts';
