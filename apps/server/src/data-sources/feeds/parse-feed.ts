/** From the bytes of an RSS, Atom or JSON feed to its entries. */
import { parseFeed } from 'feedsmith';
import { htmlToText } from '../mail/html-to-text.ts';
import { FeedError } from './fetch-feed.ts';

export interface FeedEntry {
  /** As the feed names it; its address where it names none. */
  id: string;
  title: string;
  /** Without HTML. */
  text: string;
  link: string | null;
  date: Date | undefined;
  location: { lat: number; lon: number } | undefined;
}

/** The encoding that is said by HTTP, by the first bytes, or by the XML itself; UTF-8 unless said. */
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
    return new TextDecoder(byteOrderMarkEncoding ?? declaredEncoding ?? 'utf-8').decode(bytes);
  } catch {
    return bytes.toString('utf8');
  }
}

const toPlainText = (html: string | undefined) =>
  html === undefined ? '' : htmlToText(html, { isAnswer: false, isForwarded: true }).trim();

interface RawEntry {
  id: string | undefined;
  title: string | undefined;
  content: string | undefined;
  link: string | undefined;
  date: string | undefined;
  point: { lat?: number | undefined; lng?: number | undefined } | undefined;
}

function toEntries({ id, title, content, link, date, point }: RawEntry): FeedEntry[] {
  const named = id ?? link ?? title;
  if (named === undefined || named.trim() === '') return [];
  const moment = new Date(date ?? '');
  const isPlace = point?.lat !== undefined && point.lng !== undefined;
  return [
    {
      id: named.trim(),
      title: toPlainText(title).replace(/\s+/g, ' '),
      text: toPlainText(content),
      link: link !== undefined && URL.canParse(link) && /^https?:/.test(link) ? link : null,
      date: moment.getTime() > 0 && moment.getTime() < Date.now() ? moment : undefined,
      location: isPlace ? { lat: point.lat ?? 0, lon: point.lng ?? 0 } : undefined,
    },
  ];
}

/**
 * @param type what HTTP says of it
 * @returns entries as they come, usually the newest first
 * @throws FeedError `unreadable` when it is none
 */
export function parseFeedEntries(bytes: Buffer, type: string | undefined): FeedEntry[] {
  const read = (() => {
    try {
      return parseFeed(decodeFeed(bytes, type));
    } catch {
      throw new FeedError('unreadable');
    }
  })();
  const { format, feed } = read;
  if (format === 'atom')
    return (feed.entries ?? []).flatMap((it) =>
      toEntries({
        id: it.id,
        title: it.title?.value,
        content: it.content?.value ?? it.summary?.value,
        link: (it.links?.find(({ rel }) => rel === undefined || rel === 'alternate') ?? it.links?.[0])?.href,
        date: it.published ?? it.updated,
        point: it.georss?.point,
      }),
    );
  if (format === 'json')
    return (feed.items ?? []).flatMap((it) =>
      toEntries({
        id: it.id,
        title: it.title,
        content: it.content_html ?? it.content_text ?? it.summary,
        link: it.url,
        date: it.date_published,
        point: undefined,
      }),
    );
  if (format === 'rdf')
    return (feed.items ?? []).flatMap((it) =>
      toEntries({
        id: it.link,
        title: it.title,
        content: it.content?.encoded ?? it.description,
        link: it.link,
        date: it.dc?.dates?.[0],
        point: it.georss?.point,
      }),
    );
  return (feed.items ?? []).flatMap((it) =>
    toEntries({
      id: it.guid?.value,
      title: it.title,
      content: it.content?.encoded ?? it.description,
      link: it.link,
      date: it.pubDate ?? it.dc?.dates?.[0],
      point: it.georss?.point,
    }),
  );
}
