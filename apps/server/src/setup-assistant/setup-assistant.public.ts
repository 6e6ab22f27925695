/** What the start of a deployment may use of the set-up assistant. */
export { initialContent } from './read-setup.ts';
