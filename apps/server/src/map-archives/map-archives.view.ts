/** Map archives in the format of the API. */
import type { MapArchive } from '@waypost/contract/map-archives/map-archives';
import { toApiDate, type UrlBuilder } from '../kernel/http/api-format.ts';
import type { Viewer } from '../kernel/security/viewer.ts';
import { canManageArchives, mapArchivePrivileges } from './map-archives.rules.ts';
import type { MapArchiveRow } from './map-archives.sql.ts';

/** An address without its query, which may grant access. */
export function withoutQuery(address: string): string {
  const url = new URL(address);
  url.search = '';
  url.hash = '';
  return url.href;
}

/** The origin of an archive, without the query of an address, which may hold a key. */
export const removeKey = ({ source, origin }: Pick<MapArchiveRow, 'source' | 'origin'>): string =>
  source === 'address' ? withoutQuery(origin) : origin;

/** An archive. @param isFileMissing whether the row has no file */
export function viewMapArchive(
  viewer: Viewer,
  urls: UrlBuilder,
  row: MapArchiveRow,
  { isFileMissing = false } = {},
): MapArchive {
  const isManager = canManageArchives(viewer);
  return {
    id: row.id,
    url: urls.entity('map-archives', row.id),
    name: row.name,
    state: row.state,
    failure: row.failure,
    source: isManager ? row.source : null,
    origin: isManager ? removeKey(row) : null,
    size: row.size,
    received: row.received,
    active: row.active,
    position: row.position,
    schema: row.schema,
    bounds: row.bounds as MapArchive['bounds'],
    min_zoom: row.min_zoom,
    max_zoom: row.max_zoom,
    attribution: row.attribution as MapArchive['attribution'],
    hash: row.hash,
    is_file_missing: isFileMissing,
    created: toApiDate(row.created),
    allowed_privileges: mapArchivePrivileges(viewer, row),
  };
}
