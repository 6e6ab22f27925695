/**
 * Exports: posts taken along as a file (API v3 §2.17, spec 3 "Data export"). A job is asked for, works in the background, and
 * leaves a file that is fetched by an address that lapses.
 */
import { z } from 'zod';
import { PostFilters, postStatuses } from '../browse/post-filters.ts';
import { defineEndpoint } from '../common/endpoint.ts';
import { limits } from '../common/limits.ts';
import { listQuery, listResponse } from '../common/list-envelope.ts';
import { type Permission, Privileges } from '../common/permissions.ts';
import { ApiDate, BooleanIn, Id, IdOut, Relation, RelationIn } from '../common/scalars.ts';
import { SavedFilter } from '../saved-searches/saved-searches.ts';

/** Any one of these takes data along (API v3 §2.17); `Bulk Data Import` alone does not (spec 3 §6). */
export const exportPermissions = [
  'Bulk Data Import and Export',
  'Manage Posts',
] as const satisfies readonly Permission[];

/** Ours beside API v3's CSV: places for a map program, and the pictures in one archive. */
export const exportFormats = ['csv', 'geojson', 'media'] as const;
export const ExportFormat = z.enum(exportFormats);
export type ExportFormat = z.infer<typeof ExportFormat>;

/**
 * `PENDING` waits, for its turn or for what the exchange has to be told; `QUEUED` is being written; `PENDING_HDX` is written
 * and on its way to the exchange. `EXPORTED_TO_CDN` is API v3's, and passed over here: a file is where it stays.
 */
export const exportStatuses = [
  'PENDING',
  'QUEUED',
  'EXPORTED_TO_CDN',
  'PENDING_HDX',
  'SUCCESS',
  'FAILED',
] as const;
export const ExportStatus = z.enum(exportStatuses);
export type ExportStatus = z.infer<typeof ExportStatus>;

/**
 * Why a job failed: `empty` when no post matched, `rights` when its owner may export no more, the rest about the exchange.
 * `exchange-public`: the dataset there is not private, and the export has more than the public sees.
 */
export const exportFailures = [
  'empty',
  'rights',
  'failed',
  'exchange-off',
  'exchange-key',
  'exchange-refused',
  'exchange-public',
  'exchange-unreachable',
] as const;
export const ExportFailure = z.object({
  code: z.enum(exportFailures),
  /** What the exchange said, in its own words. */
  text: z.string().nullable(),
});
export type ExportFailure = z.infer<typeof ExportFailure>;

/**
 * Columns that tell of people, by kind. An upload to the exchange leaves them out unless its job names them. `contacts`: who
 * sent a post, by number and by address. `sources`: the source and its own id of the message. `details`: private answers,
 * hidden tasks, and exact places and times where the survey hides them.
 */
export const personalDataKinds = ['contacts', 'sources', 'details'] as const;
export type PersonalDataKind = (typeof personalDataKinds)[number];
const PersonalDataKindList = z.array(z.enum(personalDataKinds)).transform((kinds) => [...new Set(kinds)]);

/** Which of the exchange's words stands over the answers to a field (API v3 §2.18). */
export const HxlFieldTag = z.object({
  form_attribute_id: Id,
  hxl_tag_id: Id,
  /** Without one the tag stands alone. */
  hxl_attribute_id: z.union([Id, z.null()]).optional(),
});
export type HxlFieldTag = z.output<typeof HxlFieldTag>;

const count = z.number().int().min(0);

export const ExportJob = z.object({
  id: IdOut,
  /** Where the file is; good for an hour from when it was read. Null until it is whole, and once it is removed. */
  url: z.string().nullable(),
  entity_type: z.literal('post'),
  user: Relation,
  /** Keys of attributes; none means all. */
  fields: z.array(z.string()),
  /** `[]` when there are none. */
  filters: z.union([z.record(z.string(), z.unknown()), z.array(z.never())]),
  status: ExportStatus,
  header_row: z.array(z.string()).nullable(),
  created: ApiDate,
  updated: ApiDate.nullable(),
  /** When the file is removed, in seconds since 1970. */
  url_expiration: z.number().int().nullable(),
  include_hxl: z.boolean(),
  send_to_browser: z.boolean(),
  send_to_hdx: z.boolean(),
  hxl_heading_row: z.array(z.string()).nullable(),
  hxl_meta_data_id: IdOut.nullable(),
  total_batches: count.nullable(),
  total_rows: count.nullable(),
  /** An extension of API v3. */
  format: ExportFormat.optional(),
  /** Extension: posts written so far, of how many. */
  progress: z.object({ done: count, total: count.nullable() }).nullable().optional(),
  /** Extension: bytes. */
  file_size: count.nullable().optional(),
  fault: ExportFailure.nullable().optional(),
  /** Extension: where the exchange shows it. */
  dataset_url: z.string().nullable().optional(),
  /** Extension: what an upload to the exchange holds beyond what the public sees. */
  include_unpublished: z.boolean().optional(),
  include_personal: z.array(z.enum(personalDataKinds)).optional(),
  allowed_privileges: Privileges,
});
export type ExportJob = z.infer<typeof ExportJob>;

/** The first columns of every CSV file, whatever the survey (API v3 §2.17, "CSV export layout"). */
export const baseColumnHeadings = [
  'Post ID',
  'Survey',
  'Post Status',
  'Created (UTC)',
  'Updated (UTC)',
  'Post Date (UTC)',
  'Contact ID',
  'Contact',
  'Data Source ID',
  'Source',
  'Unstructured Description',
] as const;

/** Which of them tell of people; their values are for Manage Posts, and left out of uploads unless chosen. */
export const personalDataHeadings: Readonly<
  Partial<Record<(typeof baseColumnHeadings)[number], PersonalDataKind>>
> = {
  'Contact ID': 'contacts',
  Contact: 'contacts',
  'Data Source ID': 'sources',
  Source: 'sources',
};

/** What stands in the column `Survey` for a post that answers none. */
export const unstructuredSurveyLabel = 'Unstructured';

const AttributeKeys = z.union([
  z.array(z.string().min(1).max(limits.attributeKey)).max(limits.exportFields),
  z.null().transform((): string[] => []),
]);
const HxlHeadingRow = z.union([
  z.array(HxlFieldTag).max(limits.exportFields),
  z.null().transform((): HxlFieldTag[] => []),
]);

/** Without a word on where it goes, it goes to the browser. */
export const ExportInput = z.object({
  entity_type: z.literal('post'),
  fields: AttributeKeys.default([]),
  filters: z.union([SavedFilter, z.null().transform(() => ({}))]).default({}),
  include_hxl: BooleanIn.default(false),
  send_to_browser: BooleanIn.optional(),
  send_to_hdx: BooleanIn.default(false),
  hxl_heading_row: HxlHeadingRow.default([]),
  hxl_meta_data_id: RelationIn.default(null),
  format: ExportFormat.default('csv'),
  /** Extension, for uploads to the exchange alone: also posts that are not public. */
  include_unpublished: BooleanIn.default(false),
  /** Extension, for uploads to the exchange alone: refused where the dataset is public. */
  include_personal: PersonalDataKindList.default([]),
});
export type ExportInput = z.output<typeof ExportInput>;

/** What may still be said of a job that waits for it. Clients send the whole job back; nothing else is heeded. */
export const ExportChange = z
  .object({
    hxl_meta_data_id: RelationIn,
    include_unpublished: BooleanIn,
    include_personal: PersonalDataKindList,
  })
  .partial();

/** What an upload to the exchange would hold right now, computed by the rules that its file is written by. */
export const UploadPreview = z.object({
  /** Posts that will be sent, and posts that fit the filters and will not be, as they are not public. */
  posts: count,
  left_out: count,
  by_status: z.array(z.object({ status: z.enum(postStatuses), posts: count })),
  by_survey: z.array(z.object({ form: Relation.nullable(), name: z.string().nullable(), posts: count })),
  /** Every column that there could be, in order. `rounded`: as the public sees it, to the day or about a kilometre. */
  columns: z.array(
    z.object({
      label: z.string(),
      personal: z.enum(personalDataKinds).nullable(),
      sent: z.enum(['no', 'rounded', 'yes']),
    }),
  ),
  /** Whether the dataset is public; null until the exchange's details are stored. */
  is_public: z.boolean().nullable(),
  include_unpublished: z.boolean(),
  include_personal: z.array(z.enum(personalDataKinds)),
});
export type UploadPreview = z.infer<typeof UploadPreview>;

const idParams = z.object({ id: Id });
const exportNeeds = exportPermissions;
const exportScope = 'posts';

export const listExports = defineEndpoint({
  name: 'listExports',
  method: 'GET',
  path: '/exports/jobs',
  summary: 'Exports that the caller asked for',
  scope: exportScope,
  token: 'required',
  needs: exportNeeds,
  query: listQuery(['id', 'created', 'updated', 'status']).extend({
    entity_type: z.string().optional(),
    /** Always the caller, whatever is asked. */
    user: z.union([z.string(), z.number()]).optional(),
    /** Seconds since 1970: only those whose file is there after it, or is not there yet. */
    max_expiration: z.coerce.number().int().min(0).optional(),
  }),
  response: listResponse(ExportJob),
});

export const readExport = defineEndpoint({
  name: 'readExport',
  method: 'GET',
  path: '/exports/jobs/{id}',
  summary: 'One export: how far it is, and where its file is',
  scope: exportScope,
  token: 'required',
  needs: exportNeeds,
  params: idParams,
  response: ExportJob,
});

export const previewUpload = defineEndpoint({
  name: 'previewUpload',
  method: 'GET',
  path: '/exports/jobs/{id}/preview',
  summary:
    'What an upload to the exchange would hold: posts by status and survey, columns, which of them are personal',
  scope: exportScope,
  token: 'required',
  needs: exportNeeds,
  params: idParams,
  response: UploadPreview,
});

export const createExport = defineEndpoint({
  name: 'createExport',
  method: 'POST',
  path: '/exports/jobs',
  summary: 'Ask for an export; it works in the background',
  scope: exportScope,
  needs: exportNeeds,
  body: ExportInput,
  response: ExportJob,
});

export const updateExport = defineEndpoint({
  name: 'updateExport',
  method: 'PUT',
  path: '/exports/jobs/{id}',
  summary: 'Say what the exchange has to be told of an export that waits for it',
  scope: exportScope,
  needs: exportNeeds,
  params: idParams,
  body: ExportChange,
  response: ExportJob,
});

export const deleteExport = defineEndpoint({
  name: 'deleteExport',
  method: 'DELETE',
  path: '/exports/jobs/{id}',
  summary: 'Call an export off, or forget it with its file',
  scope: exportScope,
  needs: exportNeeds,
  params: idParams,
  response: ExportJob,
});

/** What is asked of an export that comes at once, beside the filters. */
const directExportFields = {
  format: z.enum(['csv', 'geojson']).optional(),
  /** Keys of attributes, comma separated or as a list; none means all. */
  fields: z
    .union([z.string().transform((text) => text.split(',').filter((key) => key !== '')), z.array(z.string())])
    .optional(),
};

export const exportPosts = defineEndpoint({
  name: 'exportPosts',
  method: 'GET',
  path: '/posts/export',
  summary:
    'Posts as CSV or GeoJSON, sent while they are read; the filters are those of the list, of any status',
  scope: exportScope,
  token: 'required',
  needs: exportNeeds,
  query: PostFilters.extend(directExportFields),
  response: z.unknown(),
  transport: 'binary',
});

export const exportPostsByBody = defineEndpoint({
  name: 'exportPostsByBody',
  method: 'POST',
  path: '/posts/export',
  summary: 'The same, with filters in the body',
  scope: exportScope,
  needs: exportNeeds,
  body: PostFilters.extend(directExportFields),
  response: z.unknown(),
  transport: 'binary',
});
