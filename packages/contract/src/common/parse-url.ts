/** Parses addresses that anybody may send. */

/**
 * The URL that a text is; null for any other text, and for one of more than 8,000 characters: no link is longer, and reading the name of a
 * host takes time in the square of its length.
 */
export const parseUrl = (text: string): URL | null =>
  text.length <= 8000 && URL.canParse(text) ? new URL(text) : null;

/** Whether a text is an HTTP URL without user name and password. */
export const isHttpUrl = (text: string): boolean => {
  const { protocol, username, password } = parseUrl(text) ?? {};
  return (protocol === 'http:' || protocol === 'https:') && username === '' && password === '';
};
