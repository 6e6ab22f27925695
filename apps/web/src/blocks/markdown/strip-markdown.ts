/**
 * The plain text of a Markdown text on one line, for small places. Not a parser: it removes the common marks without loading
 * one.
 */
export const stripMarkdown = (text: string): string =>
  text
    .replace(/!?\[([^[\]]*)\]\((?:[^()]|\([^()]*\))*\)/g, '$1')
    .replace(/^[ \t]*(?:#{1,6}|>|[-*+]|\d+[.)])\s+/gm, '')
    .replace(/(\*\*|__|[*_`])(?=\S)(.+?)\1/g, '$2')
    .replace(/\s+/g, ' ')
    .trim();
