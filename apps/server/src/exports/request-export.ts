/** Creates, updates and deletes export jobs. */
import { randomBytes } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { limits } from '@waypost/contract/common/limits';
import type { FieldError } from '@waypost/contract/common/problems';
import type { ExportFormat, ExportInput, HxlFieldTag } from '@waypost/contract/exports/exports';
import { findHxlAttributes, findHxlTags } from '@waypost/contract/hxl/hxl-vocabulary';
import { recordChange } from '../audit/audit.public.ts';
import { findMetadata } from '../hxl/hxl.public.ts';
import type { Tx } from '../kernel/db/database.ts';
import { notFound, ValidationError, validationError } from '../kernel/http/problem.ts';
import type { JobQueue } from '../kernel/jobs/job-queue.ts';
import { countRowsOfAccount, requireBelowAccountLimit } from '../kernel/limits/account-limit.ts';
import { accessDenied, requirePrivilege } from '../kernel/security/require-privilege.ts';
import type { Viewer } from '../kernel/security/viewer.ts';
import { canManagePosts } from '../posts/posts.public.ts';
import { readFeatures } from '../settings/settings.public.ts';
import { newFileExpiry } from './dependencies.ts';
import { exportPrivileges, isTooPersonal } from './exports.rules.ts';
import * as queries from './exports.sql.ts';
import { uploadExportJob } from './upload-export.ts';
import { writeExportJob } from './write-export.ts';

const resource = 'export_jobs';

/** A file name that cannot be guessed (API v3 §2.17). */
function createFileName(format: ExportFormat): string {
  const day = new Date().toISOString().slice(0, 10).replaceAll('-', '');
  const randomName = randomBytes(30).toString('base64url');
  if (format === 'csv') return `csv/${day}-${randomName}.csv`;
  return `exports/${day}-${randomName}.${format === 'media' ? 'zip' : format}`;
}

/** The destination is either the browser or the exchange, which requires HXL tags (API v3 §2.17). */
function checkDestination(input: ExportInput): FieldError[] {
  const toBrowser = input.send_to_browser ?? !input.send_to_hdx;
  const fieldErrors: FieldError[] = [];
  if (toBrowser === input.send_to_hdx)
    fieldErrors.push(
      { field: 'send_to_hdx', rule: 'invalid' },
      { field: 'send_to_browser', rule: 'invalid' },
    );
  if (input.send_to_hdx && !input.include_hxl) fieldErrors.push({ field: 'include_hxl', rule: 'required' });
  if (input.send_to_hdx && input.format !== 'csv')
    fieldErrors.push({ field: 'format', rule: 'oneOf', params: { options: 'csv' } });
  return fieldErrors;
}

/** Each attribute has one tag that fits its type, with attributes of that tag, each at most once (spec 3 §5). */
function checkHxlHeadings(
  choices: readonly HxlFieldTag[],
  fields: readonly queries.ExportField[],
): FieldError[] {
  const field = 'hxl_heading_row';
  const tagsByAttribute = new Map<number, { tag: number; attributes: Set<number> }>();
  for (const choice of choices) {
    const attribute = fields.find(({ id }) => id === choice.form_attribute_id);
    if (!attribute) return [{ field, rule: 'exists', params: { value: choice.form_attribute_id } }];
    const tag = findHxlTags(attribute.type).find(({ id }) => id === choice.hxl_tag_id);
    if (!tag) return [{ field, rule: 'hxlUnsuited', params: { label: attribute.label } }];
    const previous = tagsByAttribute.get(attribute.id) ?? { tag: tag.id, attributes: new Set<number>() };
    if (previous.tag !== tag.id) return [{ field, rule: 'hxlTwoTags', params: { label: attribute.label } }];
    const hxlAttributeId = choice.hxl_attribute_id ?? 0;
    if (previous.attributes.has(hxlAttributeId))
      return [{ field, rule: 'hxlTwice', params: { label: attribute.label } }];
    if (
      hxlAttributeId !== 0 &&
      !findHxlAttributes(tag, attribute.type).some(({ id }) => id === hxlAttributeId)
    )
      return [{ field, rule: 'hxlUnsuited', params: { label: attribute.label } }];
    previous.attributes.add(hxlAttributeId);
    tagsByAttribute.set(attribute.id, previous);
  }
  return [];
}

async function requireOwnMetadata(tx: Tx, viewer: Viewer, id: number) {
  const metadata = await findMetadata(tx, id);
  if (metadata?.user_id !== viewer.id)
    throw validationError(resource, 'hxl_meta_data_id', 'exists', { value: id });
  return metadata;
}

async function checkExportInput(tx: Tx, viewer: Viewer, input: ExportInput, hasHxl: boolean): Promise<void> {
  const ids = input.hxl_heading_row.map((choice) => choice.form_attribute_id);
  const fields = await queries.findFields(tx, ids);
  const fieldErrors: FieldError[] = [];
  if (hasHxl)
    fieldErrors.push(...checkDestination(input), ...checkHxlHeadings(input.hxl_heading_row, fields));
  // The other fields of HXL are ignored (API v3 §6.1), but a file for the browser is not the upload that was requested.
  else if (input.send_to_hdx) fieldErrors.push({ field: 'send_to_hdx', rule: 'featureNotEnabled' });
  if (!input.send_to_hdx) fieldErrors.push(...checkContentChoice(input));
  if (fieldErrors.length > 0) throw new ValidationError(resource, fieldErrors);
  requirePersonalDataAccess(viewer, input);
  if (input.hxl_meta_data_id === null) return;
  const metadata = await requireOwnMetadata(tx, viewer, input.hxl_meta_data_id);
  if (isTooPersonal(input.include_personal, metadata))
    throw validationError(resource, 'include_personal', 'publicDataset');
}

type ContentChoice = Pick<ExportInput, 'include_unpublished' | 'include_personal'>;

/** The content can be chosen for uploads only: a file always contains what its owner may see. */
const checkContentChoice = ({ include_unpublished, include_personal }: ContentChoice): FieldError[] => [
  ...(include_unpublished ? [{ field: 'include_unpublished', rule: 'onlyUploads' } as const] : []),
  ...(include_personal.length > 0 ? [{ field: 'include_personal', rule: 'onlyUploads' } as const] : []),
];

/** @throws 403 when the viewer may not see the contacts and private answers that are chosen */
function requirePersonalDataAccess(viewer: Viewer, { include_personal }: ContentChoice): void {
  if (include_personal.length > 0 && !canManagePosts(viewer))
    throw accessDenied(viewer, 'read_full', 'posts');
}

const exceedsPublicContent = ({ include_unpublished, include_personal }: ContentChoice) =>
  include_unpublished || include_personal.length > 0;

/** Records in the audit log that an upload contains more than the public sees. */
const auditContentChoice = (
  tx: Tx,
  viewer: Viewer,
  id: number,
  action: 'create' | 'update',
  choice: ContentChoice,
) => recordChange(tx, viewer, { action, subject: 'exports', id, details: choice });

/**
 * Creates an export and starts its job. Unknown keys in `fields` have no column (API v3 §2.17). An upload without metadata waits for
 * `setExchangeMetadata`.
 * @throws ValidationError with every invalid field; 403 for personal data that the viewer may not see
 */
export async function requestExport(
  tx: Tx,
  jobs: JobQueue,
  viewer: Viewer,
  input: ExportInput,
): Promise<queries.ExportRow> {
  const hasHxl = (await readFeatures(tx)).hxl.enabled;
  await checkExportInput(tx, viewer, input, hasHxl);
  const limit = { resource, field: 'format', max: limits.exportsPerAccount };
  await requireBelowAccountLimit(tx, viewer.id, limit, (id) => countRowsOfAccount(tx, 'export_jobs', id));
  const { send_to_hdx } = input;
  const filters: Record<string, unknown> = input.filters;
  const isUnset = [undefined, null, ''].includes(filters['status'] as string | null | undefined);
  const row = await queries.insertExport(tx, {
    user_id: viewer.id,
    format: input.format,
    fields: [...new Set(input.fields)],
    filters: JSON.stringify(isUnset ? { ...filters, status: ['all'] } : filters),
    include_hxl: hasHxl && input.include_hxl,
    send_to_browser: !send_to_hdx,
    send_to_hdx,
    hxl_choices: JSON.stringify(input.hxl_heading_row),
    hxl_metadata_id: input.hxl_meta_data_id,
    include_unpublished: input.include_unpublished,
    include_personal: input.include_personal,
    // Uploads leave out what may not be shared in any case.
    only_shared: send_to_hdx || input.only_shared,
    status: 'PENDING',
    file: createFileName(input.format),
  });
  const { include_unpublished, include_personal } = row;
  if (exceedsPublicContent(row))
    await auditContentChoice(tx, viewer, row.id, 'create', { include_unpublished, include_personal });
  return row.send_to_hdx && row.hxl_metadata_id === null ? row : startExport(tx, jobs, row);
}

async function startExport(tx: Tx, jobs: JobQueue, row: queries.ExportRow): Promise<queries.ExportRow> {
  const job = await jobs.add(tx, writeExportJob, { export: row.id });
  return (await queries.updateExportRow(tx, row.id, { job })) ?? row;
}

/** An export of the viewer. @throws Problem 404 when it does not exist or belongs to another user */
export async function readAuthorizedExport(
  tx: Tx,
  viewer: Viewer,
  id: number,
  privilege: 'read' | 'update' | 'delete',
): Promise<queries.ExportRow> {
  const row = await queries.findExport(tx, id);
  if (!row || row.user_id !== viewer.id) throw notFound(resource, id);
  requirePrivilege(viewer, exportPrivileges(viewer, row.user_id), privilege, resource, id);
  return row;
}

const hasFile = (row: queries.ExportRow) =>
  row.file_size !== null && row.expires !== null && row.expires > new Date();

/** Whether an upload waits for its metadata, and its job has not started. */
const isAwaitingMetadata = (row: queries.ExportRow) =>
  row.send_to_hdx && row.status === 'PENDING' && row.job === null;

/**
 * Changes what an upload contains in addition to what the public sees, while it waits for metadata. Unchanged values are
 * ignored, since clients send the whole job back.
 * @throws ValidationError when the upload has started; 403 for personal data that the viewer may not see
 */
export async function updateExportContent(
  tx: Tx,
  viewer: Viewer,
  id: number,
  change: { [K in keyof ContentChoice]?: ContentChoice[K] | undefined },
): Promise<queries.ExportRow> {
  const row = await readAuthorizedExport(tx, viewer, id, 'update');
  const { include_unpublished = row.include_unpublished, include_personal = row.include_personal } = change;
  const choice = { include_unpublished, include_personal };
  const field = (['include_unpublished', 'include_personal'] as const).find(
    (name) => !isDeepStrictEqual(choice[name], row[name]),
  );
  if (field === undefined) return row;
  // Serializes this with `setExchangeMetadata`, which starts the export.
  const locked = await queries.lockExport(tx, id);
  if (!locked?.send_to_hdx) throw validationError(resource, field, 'onlyUploads');
  if (!isAwaitingMetadata(locked)) throw validationError(resource, field, 'immutable');
  requirePersonalDataAccess(viewer, choice);
  await auditContentChoice(tx, viewer, id, 'update', choice);
  return (await queries.updateExportRow(tx, id, choice)) ?? row;
}

/**
 * Sets the metadata of an upload. A waiting one starts; one that the exchange rejected is uploaded again.
 * @param field field of the request that an error about a public dataset points to
 * @throws ValidationError when the upload has started, or contains personal data and the dataset is public
 */
export async function setExchangeMetadata(
  tx: Tx,
  jobs: JobQueue,
  viewer: Viewer,
  id: number,
  metadataId: number,
  field: 'hxl_meta_data_id' | 'private' = 'hxl_meta_data_id',
): Promise<queries.ExportRow> {
  await readAuthorizedExport(tx, viewer, id, 'update');
  const row = await queries.lockExport(tx, id);
  if (!row) throw notFound(resource, id);
  if (row.hxl_metadata_id === metadataId) return row;
  const metadata = await requireOwnMetadata(tx, viewer, metadataId);
  const isWaiting = isAwaitingMetadata(row);
  const wasRejected = row.send_to_hdx && row.status === 'FAILED' && hasFile(row);
  if (!isWaiting && !wasRejected) throw validationError(resource, 'hxl_meta_data_id', 'immutable');
  if (isTooPersonal(row.include_personal, metadata)) throw validationError(resource, field, 'publicDataset');
  const updated = await queries.updateExportRow(tx, id, { hxl_metadata_id: metadataId });
  if (isWaiting) return startExport(tx, jobs, updated ?? row);
  const job = await jobs.add(tx, uploadExportJob, { export: id });
  const change = { status: 'PENDING_HDX', fault: null, expires: newFileExpiry(), job } as const;
  return (await queries.updateExportRow(tx, id, change)) ?? row;
}

/** Cancels an export in any state, and deletes it with its file. */
export async function deleteExport(
  tx: Tx,
  jobs: JobQueue,
  viewer: Viewer,
  id: number,
): Promise<queries.ExportRow> {
  const row = await readAuthorizedExport(tx, viewer, id, 'delete');
  if (row.job !== null)
    for (const job of [writeExportJob, uploadExportJob]) await jobs.cancel(tx, job, row.job);
  await queries.deleteExportRow(tx, id);
  return row;
}
