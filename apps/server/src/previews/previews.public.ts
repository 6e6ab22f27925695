/** What other parts may use of link previews. */
export { previewOf } from './read-preview.ts';
