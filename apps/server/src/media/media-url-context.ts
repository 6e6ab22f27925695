/** Reads what the URLs of pictures depend on, and the thumbnails of pictures. */
import type { Endpoint } from '@waypost/contract/common/endpoint';
import type { Thumbnail } from '@waypost/contract/media/media';
import type { RequestContext } from '../kernel/http/route.ts';
import { anonymousViewer } from '../kernel/security/viewer.ts';
import { readFileUrlSigner } from '../settings/settings.public.ts';
import type { FindVisibleMedia } from './change-media.ts';
import { mediaPrivileges } from './media.rules.ts';
import { findMediaByIds } from './media.sql.ts';
import { buildThumbnailUrl, type MediaUrlContext } from './media.view.ts';

/** The parts of a request that decide which pictures its response shows, and with which URLs. */
export type MediaRequest = Pick<RequestContext<Endpoint>, 'tx' | 'viewer' | 'urls' | 'deploymentState'>;

/** Media that anonymous viewers may see get URLs without a signature. */
export async function readMediaUrlContext(
  { tx, urls, deploymentState: { isClosed, lastVisiblePostId } }: Omit<MediaRequest, 'viewer'>,
  ids: readonly number[],
  findVisibleMedia: FindVisibleMedia,
): Promise<MediaUrlContext> {
  const [urlSigner, publicMediaIds] = await Promise.all([
    readFileUrlSigner(tx),
    isClosed ? new Set<number>() : findVisibleMedia(tx, anonymousViewer.limitedTo(lastVisiblePostId), ids),
  ]);
  return { addresses: urls, urlSigner, publicMediaIds };
}

/** The thumbnails of pictures, by their ids. Those that the viewer may not see are left out. */
export async function readThumbnails(
  request: MediaRequest,
  ids: readonly number[],
  findVisibleMedia: FindVisibleMedia,
): Promise<Map<number, Thumbnail>> {
  if (ids.length === 0) return new Map();
  const { tx, viewer } = request;
  const [rows, visibleIds, urlContext] = await Promise.all([
    findMediaByIds(tx, ids),
    findVisibleMedia(tx, viewer, ids),
    readMediaUrlContext(request, ids, findVisibleMedia),
  ]);
  const readable = rows.filter((row) =>
    mediaPrivileges(viewer, row, visibleIds.has(row.id)).includes('read'),
  );
  return new Map(
    readable.map((row) => [row.id, { url: buildThumbnailUrl(urlContext, row), caption: row.caption }]),
  );
}
