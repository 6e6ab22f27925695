/** The addresses of HXL: its words, and what the exchange is told (wire 2.18). */
import * as contract from '@waypost/contract/hxl';
import { type HxlTagWords, hxlLicenses, hxlTags } from '@waypost/contract/hxl-words';
import type { Tx } from '../kernel/db.ts';
import type { Jobs } from '../kernel/jobs/jobs.ts';
import { sliceOf } from '../kernel/paging.ts';
import { fault, Problem } from '../kernel/problem.ts';
import { refused } from '../kernel/refuse.ts';
import { Later, type Mount, route } from '../kernel/route.ts';
import type { Viewer } from '../kernel/viewer.ts';
import { type Addresses, listEnvelope, wireDate, wireDateOrNull } from '../kernel/wire.ts';
import { readFeatures } from '../settings/settings.public.ts';
import { type KeptKeys, readUserSetting } from '../user-settings/user-settings.public.ts';
import { type Exchange, ExchangeFault } from './exchange.ts';
import { metadataPrivileges, wordPrivileges } from './hxl.rules.ts';
import { insertMetadata, type MetadataRow, searchMetadata } from './hxl.sql.ts';

/** Starts an export that waits for what the exchange is told. */
export type StartExport = (
  tx: Tx,
  jobs: Jobs,
  viewer: Viewer,
  exportId: number,
  metadataId: number,
) => Promise<void>;

/** Not there at all where the operator switched it off. */
async function requireHxl(tx: Tx): Promise<void> {
  if (!(await readFeatures(tx)).hxl.enabled) throw new Problem('request.no-route');
}

const viewTag = (viewer: Viewer, addresses: Addresses, tag: HxlTagWords): contract.HxlTag => ({
  id: tag.id,
  url: addresses.entity('hxl_tag', tag.id),
  tag_name: tag.tag_name,
  hxl_attributes: Object.fromEntries(
    tag.attributes.map(({ id, hxl_tag_id, attribute }, at) => [
      String(at),
      { hxl_tag_id, id, attribute, description: `+${attribute}` },
    ]),
  ),
  form_attribute_types: tag.types.map((form_attribute_type) => ({ form_attribute_type })),
  allowed_privileges: wordPrivileges(viewer),
});

const viewMetadata = (viewer: Viewer, addresses: Addresses, row: MetadataRow): contract.HxlMetadata => ({
  id: row.id,
  url: addresses.entity('hxl_meta_data', row.id),
  user: addresses.relation('users', row.user_id),
  private: row.private,
  dataset_title: row.dataset_title,
  organisation_id: row.organisation_id,
  organisation_name: row.organisation_name,
  source: row.source,
  license_id: row.license_id,
  created: wireDate(row.created),
  updated: wireDateOrNull(row.updated),
  allowed_privileges: metadataPrivileges(viewer, row.user_id),
});

const ordered = <T extends { id: number }>(
  rows: readonly T[],
  { orderby = 'id', order = 'asc' }: { orderby?: string | undefined; order?: 'asc' | 'desc' | undefined },
): T[] => {
  const key = (row: T) => (row as unknown as Record<string, string | number>)[orderby] ?? row.id;
  const sorted = [...rows].sort((a, b) => (key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : 0));
  return order === 'desc' ? sorted.reverse() : sorted;
};

const told = {
  off: 'exchange.off',
  key: 'exchange.key',
  refused: 'exchange.refused',
  // Only uploads have this fault, and store it in their job.
  public: 'exchange.refused',
  unreachable: 'exchange.unreachable',
} as const;

async function askExchange(
  exchange: Exchange,
  key: string,
): Promise<{ count: number; results: contract.Organisation[] } | null> {
  try {
    const results = await exchange.organisations(key);
    return results.length === 0 ? null : { count: results.length, results };
  } catch (error) {
    if (error instanceof ExchangeFault) throw new Problem(told[error.code], { text: error.text ?? '' });
    throw error;
  }
}

export function mountHxl(
  mount: Mount,
  { exchange, keys }: { exchange: Exchange; keys: KeptKeys },
  startExport: StartExport,
): void {
  route(mount, contract.readHxl, async ({ tx }) => {
    await requireHxl(tx);
    return { hxl: [] };
  });
  route(mount, contract.listHxlTags, async ({ tx, viewer, addresses, query }) => {
    await requireHxl(tx);
    const { results, total } = sliceOf(ordered(hxlTags, query), query);
    const tags = results.map((tag) => viewTag(viewer, addresses, tag));
    return listEnvelope(addresses, '/hxl/tags', query, { results: tags, total });
  });
  route(mount, contract.listHxlLicenses, async ({ tx, viewer, addresses, query }) => {
    await requireHxl(tx);
    const all = hxlLicenses.map((license, at) => ({
      id: at + 1,
      url: addresses.entity('hxl_license', at + 1),
      ...license,
      allowed_privileges: wordPrivileges(viewer),
    }));
    const { code, name } = query;
    const found = all.filter((it) => (!code || it.code === code) && (!name || it.name === name));
    return listEnvelope(addresses, '/hxl/licenses', query, sliceOf(ordered(found, query), query));
  });
  route(mount, contract.listOrganisations, async ({ tx, viewer }) => {
    await requireHxl(tx);
    const key = viewer.id === null ? undefined : await readUserSetting(tx, keys, viewer.id, 'hdx_api_key');
    return new Later(async () => (key ? askExchange(exchange, key) : null));
  });
  mountMetadata(mount, startExport);
}

function mountMetadata(mount: Mount, startExport: StartExport): void {
  route(mount, contract.listHxlMetadata, async ({ tx, viewer, addresses, query }) => {
    await requireHxl(tx);
    const { results, total } = await searchMetadata(tx, viewer.id ?? 0, query);
    const metadata = results.map((row) => viewMetadata(viewer, addresses, row));
    return listEnvelope(addresses, '/hxl/metadata', query, { results: metadata, total });
  });
  route(mount, contract.createHxlMetadata, async ({ tx, jobs, viewer, addresses, body }) => {
    await requireHxl(tx);
    const { user_id, export_job_id, ...metadata } = body;
    if (viewer.id === null || (user_id !== undefined && user_id !== null && user_id !== viewer.id))
      throw refused(viewer, 'create', 'hxl_meta_data');
    if (!hxlLicenses[metadata.license_id - 1])
      throw fault('hxl_meta_data', 'license_id', 'exists', { value: metadata.license_id });
    const row = await insertMetadata(tx, { ...metadata, user_id: viewer.id });
    if (export_job_id) await startExport(tx, jobs, viewer, export_job_id, row.id);
    return viewMetadata(viewer, addresses, row);
  });
}
