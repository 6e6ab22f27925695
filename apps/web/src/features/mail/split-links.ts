/** A text cut into addresses and what is between them. Only web addresses count. */
export function splitLinks(text: string): { at: number; part: string; isLink: boolean }[] {
  const parts: { at: number; part: string; isLink: boolean }[] = [];
  let at = 0;
  for (const { 0: address, index } of text.matchAll(/https?:\/\/\S+/g)) {
    if (index > at) parts.push({ at, part: text.slice(at, index), isLink: false });
    parts.push({ at: index, part: address, isLink: true });
    at = index + address.length;
  }
  if (at < text.length) parts.push({ at, part: text.slice(at), isLink: false });
  return parts;
}
