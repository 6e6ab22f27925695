/**
 * Finds the web addresses in a text that somebody wrote. Only `http` and `https` addresses with their scheme are found: a link to
 * anything else may run a script, and what only looks like a host, such as `end.Next`, is mostly a typing error. Libraries find more than
 * that, and do not say where an address really leads, which is most of this file.
 */
import { parseUrl } from '@waypost/contract/common/parse-url';

/** Where a web address leads. */
export interface WebLink {
  /** The normalized address, without user name and password. */
  url: string;
  /**
   * The host if the address as written does not begin with it: after a user name (`https://bank.example@evil.example`), or in letters
   * that may look like others. Show it beside the address.
   */
  realHost: string | null;
}

/** A part of a text. The parts together are the whole text. */
export interface LinkedPart {
  start: number;
  end: number;
  /** Null for text. */
  link: WebLink | null;
}

/**
 * An address up to what cannot be in one: white space, what RFC 3986 excludes, invisible characters (except those that join and separate
 * letters), quotation marks and the marks of Chinese and Japanese, after which no space is written; or up to the next address of a list
 * without spaces.
 */
const candidatePattern =
  /(?<![a-z\d_])https?:\/\/(?:(?![,;]https?:\/\/)[^\s\p{C}<>"`\\^{|}“”„«»‹›、。｡，．；：！？（）［］｛｝「」『』【】《》〈〉〔〕]|[\u200C\u200D])+/giu;

/** Marks that belong to the sentence when they are last. */
const trailingMarks = new Set(".,;:!?'’‘*؟،؛۔।॥");
const openings: Record<string, string> = { ')': '(', ']': '[' };
const count = (text: string, character: string) => text.split(character).length - 1;

/** The address without the marks after it. Brackets stay that are opened in it. */
function trimMarks(address: string): string {
  let end = address.length;
  const unopened: Record<string, number> = {};
  for (const [closing, opening] of Object.entries(openings))
    unopened[closing] = count(address, closing) - count(address, opening);
  for (; end > 0; end--) {
    const last = address.charAt(end - 1);
    const extra = unopened[last] ?? 0;
    if (extra > 0) unopened[last] = extra - 1;
    else if (!trailingMarks.has(last)) break;
  }
  return address.slice(0, end);
}

/** The end of scheme, host and port of an address, as written. */
function findHostEnd(address: string): number {
  const start = address.indexOf('//') + 2;
  const length = address.slice(start).search(/[/?#]/);
  return length === -1 ? address.length : start + length;
}

/** `https://example.org看到`: no top-level domain mixes letters, so that the text goes on after it. */
function cutTextAfterHost(address: string): string {
  const hostEnd = findHostEnd(address);
  const start = address.lastIndexOf('.', hostEnd) + 1;
  const ascii = /^[a-z]{2,}(?::\d+)?(?=\P{ASCII})/iu.exec(address.slice(start, hostEnd));
  return ascii ? address.slice(0, start + ascii[0].length) : address;
}

/**
 * Where a web address leads.
 * @returns null for other texts, and for addresses of other schemes
 */
export function readWebLink(address: string): WebLink | null {
  // Characters that turn the direction of a text hide where an address leads; those that join letters do not.
  const url = /(?![\u200C\u200D])\p{C}/u.test(address) ? null : parseUrl(address);
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') return null;
  const { hostname } = url;
  url.username = '';
  url.password = '';
  const written = address.slice(address.indexOf('//') + 2).toLowerCase();
  const isWritten =
    /^https?:\/\//i.test(address) &&
    written.startsWith(hostname) &&
    /^(?:[/:?#]|$)/.test(written.slice(hostname.length));
  return { url: url.href, realHost: isWritten ? null : hostname };
}

/** Whether a part of the address is missing: it was removed as personal data (`[…]`), or cut to a length. It leads elsewhere. */
const isCut = (address: string) => address.includes('…');

/** Names without a dot are places of a local network, which nobody else reaches, or the beginning of another text. */
const isPublicHost = (url: string) => /^https?:\/\/(?:\[|[^/]*[^/.]\.[^/.])/.test(url);

/**
 * Splits a text into web addresses and what is between them. Takes time in proportion to its length.
 * @returns no parts of an empty text
 */
export function splitLinks(text: string): LinkedPart[] {
  const parts: LinkedPart[] = [];
  let rest = 0;
  for (const { 0: candidate, index } of text.matchAll(candidatePattern)) {
    const address = trimMarks(cutTextAfterHost(candidate));
    const link = readWebLink(address);
    if (!link || !isPublicHost(link.url) || isCut(candidate)) continue;
    if (index > rest) parts.push({ start: rest, end: index, link: null });
    rest = index + address.length;
    parts.push({ start: index, end: rest, link });
  }
  if (rest < text.length) parts.push({ start: rest, end: text.length, link: null });
  return parts;
}

/** Of an address that is longer, this many UTF-16 code units are shown of its beginning and its end. */
const [shownBeginning, shownEnd] = [44, 12];
/** No scheme, host and port are longer; a user name before the host is. */
const maxHostEnd = 270;

/** An address as it is shown: the middle of a long one is left out, never the host. */
export function shortenAddress(address: string): string {
  const beginning = Math.min(Math.max(findHostEnd(address), shownBeginning), maxHostEnd);
  if (address.length <= beginning + shownEnd + 1) return address;
  // Not half a character.
  const head = address.slice(0, beginning).replace(/[\uD800-\uDBFF]$/, '');
  const tail = address.slice(-shownEnd).replace(/^[\uDC00-\uDFFF]/, '');
  return `${head}…${tail}`;
}
