/** Writing for the wire: dates, addresses, list envelopes (wire 1.6 to 1.8). */
import type { Paging } from '@waypost/contract/common/list-envelope';

/** `2019-11-30T09:15:00+00:00` */
export const toApiDate = (date: Date): string => `${date.toISOString().slice(0, 19)}+00:00`;
export const toApiDateOrNull = (date: Date | null): string | null => (date ? toApiDate(date) : null);

/** The path below the server's address that stored files have. */
export const storagePath = '/storage';

/** Absolute addresses of this server, as the caller reaches it. */
export class UrlBuilder {
  readonly baseUrl: string;

  /** @param root without a trailing slash */
  constructor(root: string) {
    this.baseUrl = root;
  }

  /** `https://api.example.org/api/v3/posts/5` */
  entity(name: string, id: number | string): string {
    return `${this.baseUrl}/api/v3/${name}/${id}`;
  }

  /** `https://api.example.org/storage/5/2/52….jpg` @param query what else its address needs, with the question mark */
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
   * The wire's habit with optional owners and parents: `{user: {...}}` when set, `{user_id: null}` when not (wire 1.7).
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
 * A list as the wire wraps it.
 * @param path below `/api/v3`, for the addresses of this, the next and the previous page
 * @param paging the paging as the caller asked it
 * @param defaults what holds where nothing was asked
 */
export function listEnvelope<T>(
  urls: UrlBuilder,
  path: string,
  paging: Paging,
  { results, total }: Page<T>,
  defaults: { orderby: string; order: 'asc' | 'desc' } = { orderby: 'id', order: 'asc' },
) {
  const { orderby = defaults.orderby, order = defaults.order, limit, offset = 0 } = paging;
  const page = (from: number) => {
    const query = new URLSearchParams({ orderby, order });
    if (limit !== undefined) query.set('limit', String(limit));
    query.set('offset', String(Math.max(0, from)));
    return `${urls.baseUrl}/api/v3${path}?${query.toString()}`;
  };
  // A page may be cut short of what was asked: the next one begins where this one ended, or posts would be passed over.
  const isCut = limit !== undefined && results.length < limit && offset + results.length < total;
  const step = isCut ? results.length : (limit ?? results.length);
  return {
    count: results.length,
    results,
    limit: limit === undefined ? null : String(limit),
    offset: paging.offset === undefined ? 0 : String(paging.offset),
    order,
    orderby,
    curr: page(offset),
    next: page(offset + step),
    prev: page(offset - step),
    total_count: total,
  };
}
