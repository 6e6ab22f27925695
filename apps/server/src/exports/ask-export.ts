/** Asking for an export, saying what it waits for, and calling it off. */
import { randomBytes } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { ExportFormat, ExportInput, HxlChoice } from '@waypost/contract/exports';
import { hxlAttributesFor, hxlTagsFor } from '@waypost/contract/hxl-words';
import type { Fault } from '@waypost/contract/problems';
import { recordChange } from '../audit/audit.public.ts';
import { findMetadata } from '../hxl/hxl.public.ts';
import type { Tx } from '../kernel/db.ts';
import type { FileStore } from '../kernel/file-store.ts';
import type { Jobs } from '../kernel/jobs/jobs.ts';
import type { Outcome } from '../kernel/outcome.ts';
import { Faults, fault, notFound } from '../kernel/problem.ts';
import { refused, require } from '../kernel/refuse.ts';
import type { Viewer } from '../kernel/viewer.ts';
import { managesPosts } from '../posts/posts.public.ts';
import { readFeatures } from '../settings/settings.public.ts';
import { exportPrivileges, isTooPersonal } from './exports.rules.ts';
import * as queries from './exports.sql.ts';
import { lapse } from './surroundings.ts';
import { uploadExport } from './upload-export.ts';
import { writeExport } from './write-export.ts';

const resource = 'export_jobs';

/** Under a name that nobody guesses (wire 2.17). */
function newFile(format: ExportFormat): string {
  const day = new Date().toISOString().slice(0, 10).replaceAll('-', '');
  const chance = randomBytes(30).toString('base64url');
  if (format === 'csv') return `csv/${day}-${chance}.csv`;
  return `exports/${day}-${chance}.${format === 'media' ? 'zip' : 'geojson'}`;
}

/** Exactly one of browser and exchange; the exchange wants tags (wire 2.17). */
function destinationFaults(input: ExportInput): Fault[] {
  const toBrowser = input.send_to_browser ?? !input.send_to_hdx;
  const faults: Fault[] = [];
  if (toBrowser === input.send_to_hdx)
    faults.push({ field: 'send_to_hdx', rule: 'invalid' }, { field: 'send_to_browser', rule: 'invalid' });
  if (input.send_to_hdx && !input.include_hxl) faults.push({ field: 'include_hxl', rule: 'required' });
  if (input.send_to_hdx && input.format !== 'csv')
    faults.push({ field: 'format', rule: 'oneOf', params: { options: 'csv' } });
  return faults;
}

/** One tag for a field, that suits its answers, with attributes of that tag, each once (spec 3 §5). */
function headingFaults(choices: readonly HxlChoice[], fields: readonly queries.FieldOfExport[]): Fault[] {
  const field = 'hxl_heading_row';
  const seen = new Map<number, { tag: number; attributes: Set<number> }>();
  for (const choice of choices) {
    const asked = fields.find((it) => it.id === choice.form_attribute_id);
    if (!asked) return [{ field, rule: 'exists', params: { value: choice.form_attribute_id } }];
    const tag = hxlTagsFor(asked.type).find((it) => it.id === choice.hxl_tag_id);
    if (!tag) return [{ field, rule: 'hxlUnsuited', params: { label: asked.label } }];
    const before = seen.get(asked.id) ?? { tag: tag.id, attributes: new Set<number>() };
    if (before.tag !== tag.id) return [{ field, rule: 'hxlTwoTags', params: { label: asked.label } }];
    const word = choice.hxl_attribute_id ?? 0;
    if (before.attributes.has(word)) return [{ field, rule: 'hxlTwice', params: { label: asked.label } }];
    if (word !== 0 && !hxlAttributesFor(tag, asked.type).some((it) => it.id === word))
      return [{ field, rule: 'hxlUnsuited', params: { label: asked.label } }];
    before.attributes.add(word);
    seen.set(asked.id, before);
  }
  return [];
}

async function ownMetadata(tx: Tx, viewer: Viewer, id: number) {
  const metadata = await findMetadata(tx, id);
  if (metadata?.user_id !== viewer.id) throw fault(resource, 'hxl_meta_data_id', 'exists', { value: id });
  return metadata;
}

async function check(tx: Tx, viewer: Viewer, input: ExportInput, hasHxl: boolean): Promise<void> {
  const ids = input.hxl_heading_row.map((it) => it.form_attribute_id);
  const fields = await queries.findFields(tx, input.fields, ids);
  const missing = input.fields.find((key) => !fields.some((it) => it.key === key));
  const faults: Fault[] = missing ? [{ field: 'fields', rule: 'exists', params: { value: missing } }] : [];
  if (hasHxl) faults.push(...destinationFaults(input), ...headingFaults(input.hxl_heading_row, fields));
  if (!(hasHxl && input.send_to_hdx)) faults.push(...choiceFaults(input));
  if (faults.length > 0) throw new Faults(resource, faults);
  requireMayChoose(viewer, input);
  if (input.hxl_meta_data_id === null) return;
  const metadata = await ownMetadata(tx, viewer, input.hxl_meta_data_id);
  if (isTooPersonal(input.include_personal, metadata))
    throw fault(resource, 'include_personal', 'publicDataset');
}

type Choice = Pick<ExportInput, 'include_unpublished' | 'include_personal'>;

/** A file of one's own holds what one may see: there is nothing to choose. */
const choiceFaults = ({ include_unpublished, include_personal }: Choice): Fault[] => [
  ...(include_unpublished ? [{ field: 'include_unpublished', rule: 'onlyUploads' } as const] : []),
  ...(include_personal.length > 0 ? [{ field: 'include_personal', rule: 'onlyUploads' } as const] : []),
];

/** Who may not see contacts and private answers cannot send them. @throws 403 */
function requireMayChoose(viewer: Viewer, { include_personal }: Choice): void {
  if (include_personal.length > 0 && !managesPosts(viewer)) throw refused(viewer, 'read_full', 'posts');
}

const isMore = ({ include_unpublished, include_personal }: Choice) =>
  include_unpublished || include_personal.length > 0;

/** That somebody chose to send others more than the public sees. */
const recordChoice = (tx: Tx, viewer: Viewer, id: number, action: 'create' | 'update', choice: Choice) =>
  recordChange(tx, viewer, { action, subject: 'exports', id, details: choice });

/**
 * Writes down what is wanted and has it done, unless the exchange has yet to be told something.
 * @throws Faults
 */
export async function askExport(
  tx: Tx,
  jobs: Jobs,
  viewer: Viewer,
  input: ExportInput,
): Promise<queries.ExportRow> {
  const hasHxl = (await readFeatures(tx)).hxl.enabled;
  await check(tx, viewer, input, hasHxl);
  const { send_to_hdx } = input;
  const filters: Record<string, unknown> = input.filters;
  const isUnset = [undefined, null, ''].includes(filters['status'] as string | null | undefined);
  const row = await queries.insertExport(tx, {
    user_id: viewer.id,
    format: input.format,
    fields: [...new Set(input.fields)],
    filters: JSON.stringify(isUnset ? { ...filters, status: ['all'] } : filters),
    include_hxl: hasHxl && input.include_hxl,
    send_to_browser: !(hasHxl && send_to_hdx),
    send_to_hdx: hasHxl && send_to_hdx,
    hxl_choices: JSON.stringify(input.hxl_heading_row),
    hxl_metadata_id: input.hxl_meta_data_id,
    include_unpublished: input.include_unpublished,
    include_personal: input.include_personal,
    status: 'PENDING',
    file: newFile(input.format),
  });
  const { include_unpublished, include_personal } = row;
  if (isMore(row))
    await recordChoice(tx, viewer, row.id, 'create', { include_unpublished, include_personal });
  return row.send_to_hdx && row.hxl_metadata_id === null ? row : start(tx, jobs, row);
}

async function start(tx: Tx, jobs: Jobs, row: queries.ExportRow): Promise<queries.ExportRow> {
  const job = await jobs.add(tx, writeExport, { export: row.id });
  return (await queries.updateExportRow(tx, row.id, { job })) ?? row;
}

/** @throws 404, also for another's */
export async function ownExport(
  tx: Tx,
  viewer: Viewer,
  id: number,
  privilege: 'read' | 'update' | 'delete',
): Promise<queries.ExportRow> {
  const row = await queries.findExport(tx, id);
  if (!row || row.user_id !== viewer.id) throw notFound(resource, id);
  require(viewer, exportPrivileges(viewer, row.user_id), privilege, resource, id);
  return row;
}

const isFile = (row: queries.ExportRow) =>
  row.file_size !== null && row.expires !== null && row.expires > new Date();

/** Whether an upload waits for what the exchange is told, and nothing of it is written. */
const isUntold = (row: queries.ExportRow) => row.send_to_hdx && row.status === 'PENDING' && row.job === null;

/**
 * Chooses what an upload holds beyond what the public sees, as long as it waits. Clients send the whole job back: what is as it
 * was is no change.
 * @throws Faults for one that is past that; 403 for what the caller may not see
 */
export async function chooseContent(
  tx: Tx,
  viewer: Viewer,
  id: number,
  change: { [K in keyof Choice]?: Choice[K] | undefined },
): Promise<queries.ExportRow> {
  const row = await ownExport(tx, viewer, id, 'update');
  const { include_unpublished = row.include_unpublished, include_personal = row.include_personal } = change;
  const choice = { include_unpublished, include_personal };
  const field = (['include_unpublished', 'include_personal'] as const).find(
    (name) => !isDeepStrictEqual(choice[name], row[name]),
  );
  if (field === undefined) return row;
  // Whoever tells the exchange of it meanwhile waits for this, or is waited for.
  const locked = await queries.lockExport(tx, id);
  if (!locked?.send_to_hdx) throw fault(resource, field, 'onlyUploads');
  if (!isUntold(locked)) throw fault(resource, field, 'immutable');
  requireMayChoose(viewer, choice);
  await recordChoice(tx, viewer, id, 'update', choice);
  return (await queries.updateExportRow(tx, id, choice)) ?? row;
}

/**
 * Says what the exchange is told of an export. One that waited for it starts; one that the exchange refused is sent again.
 * @param field of the request that names or describes the dataset, for faults
 * @throws Faults for one that is past that, or holds what a public dataset must not
 */
export async function tellExchange(
  tx: Tx,
  jobs: Jobs,
  viewer: Viewer,
  id: number,
  metadataId: number,
  field: 'hxl_meta_data_id' | 'private' = 'hxl_meta_data_id',
): Promise<queries.ExportRow> {
  await ownExport(tx, viewer, id, 'update');
  const row = await queries.lockExport(tx, id);
  if (!row) throw notFound(resource, id);
  if (row.hxl_metadata_id === metadataId) return row;
  const metadata = await ownMetadata(tx, viewer, metadataId);
  const isWaiting = isUntold(row);
  const wasRefused = row.send_to_hdx && row.status === 'FAILED' && isFile(row);
  if (!isWaiting && !wasRefused) throw fault(resource, 'hxl_meta_data_id', 'immutable');
  if (isTooPersonal(row.include_personal, metadata)) throw fault(resource, field, 'publicDataset');
  const told = await queries.updateExportRow(tx, id, { hxl_metadata_id: metadataId });
  if (isWaiting) return start(tx, jobs, told ?? row);
  const job = await jobs.add(tx, uploadExport, { export: id });
  const change = { status: 'PENDING_HDX', fault: null, expires: lapse(), job } as const;
  return (await queries.updateExportRow(tx, id, change)) ?? row;
}

/** Calls an export off, whatever it is at, and removes what there is of it. */
export async function dropExport(
  tx: Tx,
  jobs: Jobs,
  viewer: Viewer,
  id: number,
  { store, outcome }: { store: FileStore; outcome: Outcome },
): Promise<queries.ExportRow> {
  const row = await ownExport(tx, viewer, id, 'delete');
  if (row.job !== null) for (const job of [writeExport, uploadExport]) await jobs.cancel(tx, job, row.job);
  await queries.deleteExportRow(tx, id);
  outcome.onCommit(() => store.remove(row.file));
  return row;
}
