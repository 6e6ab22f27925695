/** What other domains may use of the audit log. */
export { recordChange, recordChangeSoFar } from './record-change.ts';
export { recordPersonalDataReads } from './record-personal-data-reads.ts';
