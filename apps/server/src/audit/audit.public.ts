/** What other domains may use of the log of changes. */
export { recordChange } from './record-change.ts';
