/** Exports as they leave the server (wire 2.17). */
import type { ExportFault, ExportJob } from '@waypost/contract/exports';
import { limits } from '@waypost/contract/limits';
import type { FileSeal } from '../kernel/file-seal.ts';
import type { Viewer } from '../kernel/viewer.ts';
import { type Addresses, wireDate, wireDateOrNull } from '../kernel/wire.ts';
import { exportPrivileges } from './exports.rules.ts';
import type { ExportRow } from './exports.sql.ts';

/** Posts in one batch, as the wire counts them (wire 6.2). */
const batch = 200;

const seconds = (date: Date) => Math.floor(date.getTime() / 1000);

/** An address of the file, as long as there is one. */
function fileAddress(
  addresses: Addresses,
  seal: FileSeal,
  { file, file_size, expires }: ExportRow,
): string | null {
  const now = seconds(new Date());
  if (file_size === null || expires === null || seconds(expires) <= now) return null;
  return addresses.file(file, seal.queryUntil(file, Math.min(now + limits.exportLink, seconds(expires))));
}

export function viewExport(viewer: Viewer, addresses: Addresses, seal: FileSeal, row: ExportRow): ExportJob {
  const isWriting = row.status === 'PENDING' || row.status === 'QUEUED';
  return {
    id: row.id,
    url: fileAddress(addresses, seal, row),
    entity_type: 'post',
    user: addresses.relation('users', row.user_id ?? 0),
    fields: row.fields,
    filters: row.filters,
    status: row.status,
    header_row: row.header_row,
    created: wireDate(row.created),
    updated: wireDateOrNull(row.updated),
    url_expiration: row.expires && seconds(row.expires),
    include_hxl: row.include_hxl,
    send_to_browser: row.send_to_browser,
    send_to_hdx: row.send_to_hdx,
    hxl_heading_row: row.hxl_heading_row,
    hxl_meta_data_id: row.hxl_metadata_id,
    total_batches: row.total_rows === null ? null : Math.ceil(row.total_rows / batch),
    total_rows: row.total_rows,
    format: row.format,
    progress: isWriting ? { done: row.done_rows, total: row.total_rows } : null,
    file_size: row.file_size,
    fault: row.fault as ExportFault | null,
    dataset_url: row.dataset_url,
    include_unpublished: row.include_unpublished,
    include_personal: row.include_personal,
    allowed_privileges: exportPrivileges(viewer, row.user_id),
  };
}
