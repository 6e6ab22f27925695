/** Public interface of the domain `exports`. */

export { expireExportsOfPost } from './expire-exports.ts';
export { downloadName, exportFile } from './exports.rules.ts';
export { expireExportFiles, isExportFile } from './exports.sql.ts';
export { setExchangeMetadata } from './request-export.ts';
