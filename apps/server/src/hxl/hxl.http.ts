/** HTTP routes of HXL: vocabulary, licenses, organisations and dataset metadata (API v3 §2.18). */
import * as contract from '@waypost/contract/hxl/hxl';
import { type HxlTagDefinition, hxlLicenses, hxlTags } from '@waypost/contract/hxl/hxl-vocabulary';
import type { Tx } from '../kernel/db/database.ts';
import { slicePage } from '../kernel/db/paging.ts';
import { listEnvelope, toApiDate, toApiDateOrNull, type UrlBuilder } from '../kernel/http/api-format.ts';
import { Problem, validationError } from '../kernel/http/problem.ts';
import { DeferredResponse } from '../kernel/http/responses.ts';
import { type MountContext, route } from '../kernel/http/route.ts';
import type { JobQueue } from '../kernel/jobs/job-queue.ts';
import { accessDenied } from '../kernel/security/require-privilege.ts';
import type { Viewer } from '../kernel/security/viewer.ts';
import { readUserSetting, type SettingEncryption } from '../user-settings/user-settings.public.ts';
import { type Exchange, ExchangeFault } from './exchange.ts';
import { metadataPrivileges, vocabularyPrivileges } from './hxl.rules.ts';
import { insertMetadata, type MetadataRow, searchMetadata } from './hxl.sql.ts';

/** Sets the metadata of an export that waits for it, which starts the export. */
export type StartExport = (
  tx: Tx,
  jobs: JobQueue,
  viewer: Viewer,
  exportId: number,
  metadataId: number,
) => Promise<void>;

const viewTag = (viewer: Viewer, urls: UrlBuilder, tag: HxlTagDefinition): contract.HxlTag => ({
  id: tag.id,
  url: urls.entity('hxl_tag', tag.id),
  tag_name: tag.tag_name,
  hxl_attributes: Object.fromEntries(
    tag.attributes.map(({ id, hxl_tag_id, attribute }, index) => [
      String(index),
      { hxl_tag_id, id, attribute, description: `+${attribute}` },
    ]),
  ),
  form_attribute_types: tag.types.map((form_attribute_type) => ({ form_attribute_type })),
  allowed_privileges: vocabularyPrivileges(viewer),
});

const viewMetadata = (viewer: Viewer, urls: UrlBuilder, row: MetadataRow): contract.HxlMetadata => ({
  id: row.id,
  url: urls.entity('hxl_meta_data', row.id),
  user: urls.relation('users', row.user_id),
  private: row.private,
  dataset_title: row.dataset_title,
  organisation_id: row.organisation_id,
  organisation_name: row.organisation_name,
  source: row.source,
  license_id: row.license_id,
  created: toApiDate(row.created),
  updated: toApiDateOrNull(row.updated),
  allowed_privileges: metadataPrivileges(viewer, row.user_id),
});

const sortRows = <T extends { id: number }>(
  rows: readonly T[],
  { orderby = 'id', order = 'asc' }: { orderby?: string | undefined; order?: 'asc' | 'desc' | undefined },
): T[] => {
  const key = (row: T) => (row as unknown as Record<string, string | number>)[orderby] ?? row.id;
  const sorted = [...rows].sort((a, b) => (key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : 0));
  return order === 'desc' ? sorted.reverse() : sorted;
};

const exchangeProblems = {
  // `readOrganisations` does not ask an exchange that is not set.
  off: 'exchange.unreachable',
  key: 'exchange.key',
  refused: 'exchange.refused',
  // Occurs in uploads only, which store it in their job.
  public: 'exchange.refused',
  unreachable: 'exchange.unreachable',
} as const;

/** The organisations of a key: none without an exchange, null if there is no key or it has none (API v3 §1.3). */
async function readOrganisations(
  exchange: Exchange,
  key: string | undefined,
): Promise<{ count: number; results: contract.Organisation[] } | null> {
  if (!exchange.isConfigured) return { count: 0, results: [] };
  if (!key) return null;
  try {
    const results = await exchange.organisations(key);
    return results.length === 0 ? null : { count: results.length, results };
  } catch (error) {
    if (!(error instanceof ExchangeFault)) throw error;
    throw new Problem(exchangeProblems[error.code], { text: error.text ?? '' });
  }
}

/** Mounts the routes of HXL. */
export function mountHxl(
  mount: MountContext,
  { exchange, keys }: { exchange: Exchange; keys: SettingEncryption },
  startExport: StartExport,
): void {
  route(mount, contract.readHxl, async () => ({ hxl: [] }));
  route(mount, contract.listHxlTags, async ({ viewer, urls, query }) => {
    const { results, total } = slicePage(sortRows(hxlTags, query), query);
    const tags = results.map((tag) => viewTag(viewer, urls, tag));
    return listEnvelope(urls, '/hxl/tags', query, { results: tags, total });
  });
  route(mount, contract.listHxlLicenses, async ({ viewer, urls, query }) => {
    const licenses = hxlLicenses.map((license, index) => ({
      id: index + 1,
      url: urls.entity('hxl_license', index + 1),
      ...license,
      allowed_privileges: vocabularyPrivileges(viewer),
    }));
    const { code, name } = query;
    const matching = licenses.filter(
      (license) => (!code || license.code === code) && (!name || license.name === name),
    );
    return listEnvelope(urls, '/hxl/licenses', query, slicePage(sortRows(matching, query), query));
  });
  route(mount, contract.listOrganisations, async ({ tx, viewer }) => {
    const key = viewer.id === null ? undefined : await readUserSetting(tx, keys, viewer.id, 'hdx_api_key');
    return new DeferredResponse(() => readOrganisations(exchange, key));
  });
  mountMetadata(mount, startExport);
}

function mountMetadata(mount: MountContext, startExport: StartExport): void {
  route(mount, contract.listHxlMetadata, async ({ tx, viewer, urls, query }) => {
    const { results, total } = await searchMetadata(tx, viewer.id ?? 0, query);
    const metadata = results.map((row) => viewMetadata(viewer, urls, row));
    return listEnvelope(urls, '/hxl/metadata', query, { results: metadata, total });
  });
  route(mount, contract.createHxlMetadata, async ({ tx, jobs, viewer, urls, body }) => {
    const { user_id, export_job_id, ...metadata } = body;
    if (viewer.id === null || (user_id !== undefined && user_id !== null && user_id !== viewer.id))
      throw accessDenied(viewer, 'create', 'hxl_meta_data');
    if (!hxlLicenses[metadata.license_id - 1])
      throw validationError('hxl_meta_data', 'license_id', 'exists', { value: metadata.license_id });
    const row = await insertMetadata(tx, { ...metadata, user_id: viewer.id });
    if (export_job_id) await startExport(tx, jobs, viewer, export_job_id, row.id);
    return viewMetadata(viewer, urls, row);
  });
}
