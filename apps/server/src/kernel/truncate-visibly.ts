/** Shortens texts of messages to the maximum of what they are stored in. Pure. */

const mark = ' […]';

/** The text; where it is longer than `maxLength` characters, its beginning and `[…]`, of that length together. */
export function truncateVisibly(text: string, maxLength: number): string {
  const characters = Array.from(text);
  if (characters.length <= maxLength) return text;
  return `${characters.slice(0, maxLength - mark.length).join('')}${mark}`;
}
