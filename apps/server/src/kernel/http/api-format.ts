/** Values in the format of the API: dates, URLs, list envelopes (API v3 §1.6 to §1.8). */
import type { Paging } from '@waypost/contract/common/list-envelope';

/** A date as the API writes it: `2019-11-30T09:15:00+00:00`. */
export const toApiDate = (date: Date): string => `${date.toISOString().slice(0, 19)}+00:00`;
/** The same for a date that may be absent. */
export const toApiDateOrNull = (date: Date | null): string | null => (date ? toApiDate(date) : null);

/** Path below which stored files are served. */
export const storagePath = '/storage';

/** A name with two spellings could pass a check as one file and be read as another; a leading dot is internal. */
const isStoredName = (name: string): boolean =>
  // oxlint-disable-next-line no-control-regex -- files have no such names
  !/[\\\x00-\x1f]/.test(name) && name.split('/').every((part) => part !== '' && !part.startsWith('.'));

/**
 * The stored file of a URL.
 * @returns its name in the store, decoded; empty for URLs without one, also where a file name is in the query alone
 */
export function storedFileOf(url: string): string {
  const urlPath = url.split(/[?#]/)[0] ?? '';
  const start = urlPath.indexOf(`${storagePath}/`);
  if (start < 0) return '';
  try {
    const name = decodeURIComponent(urlPath.slice(start + storagePath.length + 1));
    return isStoredName(name) ? name : '';
  } catch {
    return '';
  }
}

/** Builds absolute URLs of this server, as the caller reaches it. */
export class UrlBuilder {
  readonly baseUrl: string;

  /** @param baseUrl without a trailing slash */
  constructor(baseUrl: string) {
    this.baseUrl = baseUrl;
  }

  /** `https://api.example.org/api/v3/posts/5` */
  entity(name: string, id: number | string): string {
    return `${this.baseUrl}/api/v3/${name}/${id}`;
  }

  /** `https://api.example.org/storage/5/2/52….jpg` @param query a signature, with the question mark */
  file(name: string, query = ''): string {
    return `${this.baseUrl}${storagePath}/${name.split('/').map(encodeURIComponent).join('/')}${query}`;
  }

  /** `{id, url}`; null stays null. */
  relation(name: string, id: number): { id: number; url: string };
  relation(name: string, id: number | null): { id: number; url: string } | null;
  relation(name: string, id: number | null) {
    return id === null ? null : { id, url: this.entity(name, id) };
  }

  /**
   * An optional owner or parent: `{user: {...}}` when set, `{user_id: null}` when not (API v3 §1.7).
   */
  ownerField<K extends 'user' | 'parent'>(key: K, name: string, id: number | null): OwnerKey<K> {
    return (id === null ? { [`${key}_id`]: null } : { [key]: this.relation(name, id) }) as OwnerKey<K>;
  }
}

type OwnerKey<K extends string> = { [P in K]?: { id: number; url: string } } & { [P in `${K}_id`]?: null };

interface Page<T> {
  results: T[];
  total: number;
}

/**
 * The envelope of a list (API v3 §1.6).
 * @param path below `/api/v3`, for the URLs of this, the next and the previous page
 * @param paging the paging parameters of the request
 * @param defaults the order when the request names none
 */
export function listEnvelope<T>(
  urls: UrlBuilder,
  path: string,
  paging: Paging,
  { results, total }: Page<T>,
  defaults: { orderby: string; order: 'asc' | 'desc' } = { orderby: 'id', order: 'asc' },
) {
  const { orderby = defaults.orderby, order = defaults.order, limit, offset = 0 } = paging;
  const pageUrl = (start: number) => {
    const query = new URLSearchParams({ orderby, order });
    if (limit !== undefined) query.set('limit', String(limit));
    query.set('offset', String(Math.max(0, start)));
    return `${urls.baseUrl}/api/v3${path}?${query.toString()}`;
  };
  // The server may cap a page below the requested limit: the next one begins where this one ended, so that none is skipped.
  const isCut = limit !== undefined && results.length < limit && offset + results.length < total;
  const step = isCut ? results.length : (limit ?? results.length);
  return {
    count: results.length,
    results,
    limit: limit === undefined ? null : String(limit),
    offset: paging.offset === undefined ? 0 : String(paging.offset),
    order,
    orderby,
    curr: pageUrl(offset),
    next: pageUrl(offset + step),
    prev: pageUrl(offset - step),
    total_count: total,
  };
}
