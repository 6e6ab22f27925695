/** API format of exports (API v3 §2.17). */

import { limits } from '@waypost/contract/common/limits';
import type { ExportFailure, ExportJob } from '@waypost/contract/exports/exports';
import type { FileUrlSigner } from '../kernel/files/file-url-signer.ts';
import { toApiDate, toApiDateOrNull, type UrlBuilder } from '../kernel/http/api-format.ts';
import type { Viewer } from '../kernel/security/viewer.ts';
import { exportPrivileges } from './exports.rules.ts';
import type { ExportRow } from './exports.sql.ts';

/** Posts per batch in `total_batches` (API v3 §6.2). */
const apiBatchSize = 200;

const toUnixSeconds = (date: Date) => Math.floor(date.getTime() / 1000);

/** A signed URL of the file; null when there is none or it has expired. */
function buildFileUrl(
  urls: UrlBuilder,
  urlSigner: FileUrlSigner,
  { file, file_size, expires }: ExportRow,
): string | null {
  const now = toUnixSeconds(new Date());
  if (file_size === null || expires === null || toUnixSeconds(expires) <= now) return null;
  return urls.file(
    file,
    urlSigner.signedQueryUntil(file, Math.min(now + limits.exportLinkSeconds, toUnixSeconds(expires))),
  );
}

/** An export. */
export function viewExport(
  viewer: Viewer,
  urls: UrlBuilder,
  urlSigner: FileUrlSigner,
  row: ExportRow,
): ExportJob {
  const isWriting = row.status === 'PENDING' || row.status === 'QUEUED';
  return {
    id: row.id,
    url: buildFileUrl(urls, urlSigner, row),
    entity_type: 'post',
    user: urls.relation('users', row.user_id ?? 0),
    fields: row.fields,
    filters: row.filters,
    status: row.status,
    header_row: row.header_row,
    created: toApiDate(row.created),
    updated: toApiDateOrNull(row.updated),
    url_expiration: row.expires && toUnixSeconds(row.expires),
    include_hxl: row.include_hxl,
    send_to_browser: row.send_to_browser,
    send_to_hdx: row.send_to_hdx,
    hxl_heading_row: row.hxl_heading_row,
    hxl_meta_data_id: row.hxl_metadata_id,
    total_batches: row.total_rows === null ? null : Math.ceil(row.total_rows / apiBatchSize),
    total_rows: row.total_rows,
    format: row.format,
    progress: isWriting ? { done: row.done_rows, total: row.total_rows } : null,
    file_size: row.file_size,
    fault: row.fault as ExportFailure | null,
    dataset_url: row.dataset_url,
    include_unpublished: row.include_unpublished,
    include_personal: row.include_personal,
    only_shared: row.only_shared,
    allowed_privileges: exportPrivileges(viewer, row.user_id),
  };
}
