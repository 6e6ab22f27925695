/**
 * The words of a Markdown text on one line, for places too small for its form. Not a parser: it takes away the usual marks
 * without fetching one.
 */
export const stripMarkdown = (text: string): string =>
  text
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/^\s*(?:#{1,6}|>|[-*+]|\d+[.)])\s+/gm, '')
    .replace(/(\*\*|__|[*_`])(?=\S)(.+?)\1/g, '$2')
    .replace(/\s+/g, ' ')
    .trim();
