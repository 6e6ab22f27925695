/** Parses RSS, Atom and JSON feeds. */

import { parseFeed } from 'feedsmith';
import { decodeBytes } from '../../kernel/decode-bytes.ts';
import { htmlToText } from '../mail/html-to-text.ts';
import { FeedError } from './fetch-feed.ts';

/** An entry of a feed. */
export interface FeedEntry {
  /** The entry's id; else its link or title. */
  id: string;
  title: string;
  /** Without HTML. */
  text: string;
  link: string | null;
  date: Date | undefined;
  location: { lat: number; lon: number } | undefined;
}

/** Decodes by the byte order mark, the HTTP header or the XML declaration; default: UTF-8. */
function decodeFeed(bytes: Buffer, type: string | undefined): string {
  const declaredEncoding =
    /charset="?([\w-]+)/i.exec(type ?? '')?.[1] ??
    /^[^>]*encoding=["']([\w-]+)["']/i.exec(bytes.subarray(0, 200).toString('latin1'))?.[1];
  const byteOrderMarkEncoding =
    bytes[0] === 0xff && bytes[1] === 0xfe
      ? 'utf-16le'
      : bytes[0] === 0xfe && bytes[1] === 0xff
        ? 'utf-16be'
        : undefined;
  try {
    return decodeBytes(bytes, byteOrderMarkEncoding ?? declaredEncoding ?? 'utf-8');
  } catch {
    return bytes.toString('utf8');
  }
}

const toPlainText = (html: string | undefined) => (html === undefined ? '' : htmlToText(html).trim());

interface RawEntry {
  id: string | undefined;
  title: string | undefined;
  content: string | undefined;
  link: string | undefined;
  date: string | undefined;
  point: { lat?: number | undefined; lng?: number | undefined } | undefined;
}

function toEntries({ id, title, content, link, date, point }: RawEntry): FeedEntry[] {
  const entryId = id ?? link ?? title;
  if (entryId === undefined || entryId.trim() === '') return [];
  const moment = new Date(date ?? '');
  const hasLocation = point?.lat !== undefined && point.lng !== undefined;
  return [
    {
      id: entryId.trim(),
      title: toPlainText(title).replace(/\s+/g, ' '),
      text: toPlainText(content),
      link: link !== undefined && URL.canParse(link) && /^https?:/.test(link) ? link : null,
      date: moment.getTime() > 0 && moment.getTime() < Date.now() ? moment : undefined,
      location: hasLocation ? { lat: point.lat ?? 0, lon: point.lng ?? 0 } : undefined,
    },
  ];
}

/**
 * Parses a feed.
 * @param type the HTTP content type
 * @returns entries in their order, usually newest first
 * @throws FeedError `unreadable` if it is not a feed
 */
export function parseFeedEntries(bytes: Buffer, type: string | undefined): FeedEntry[] {
  const parsed = (() => {
    try {
      return parseFeed(decodeFeed(bytes, type));
    } catch {
      throw new FeedError('unreadable');
    }
  })();
  const { format, feed } = parsed;
  if (format === 'atom')
    return (feed.entries ?? []).flatMap((item) =>
      toEntries({
        id: item.id,
        title: item.title?.value,
        content: item.content?.value ?? item.summary?.value,
        link: (item.links?.find(({ rel }) => rel === undefined || rel === 'alternate') ?? item.links?.[0])
          ?.href,
        date: item.published ?? item.updated,
        point: item.georss?.point,
      }),
    );
  if (format === 'json')
    return (feed.items ?? []).flatMap((item) =>
      toEntries({
        id: item.id,
        title: item.title,
        content: item.content_html ?? item.content_text ?? item.summary,
        link: item.url,
        date: item.date_published,
        point: undefined,
      }),
    );
  if (format === 'rdf')
    return (feed.items ?? []).flatMap((item) =>
      toEntries({
        id: item.link,
        title: item.title,
        content: item.content?.encoded ?? item.description,
        link: item.link,
        date: item.dc?.dates?.[0],
        point: item.georss?.point,
      }),
    );
  return (feed.items ?? []).flatMap((item) =>
    toEntries({
      id: item.guid?.value,
      title: item.title,
      content: item.content?.encoded ?? item.description,
      link: item.link,
      date: item.pubDate ?? item.dc?.dates?.[0],
      point: item.georss?.point,
    }),
  );
}
