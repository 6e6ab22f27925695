/**
 * Exports: posts as a file (API v3 §2.17, spec 3 §2, "Data export"). The caller creates a job; it runs in the background
 * and produces a file that is downloaded from a URL with an expiry time.
 */
import { z } from 'zod';
import { PostFilters, postStatuses } from '../browse/post-filters.ts';
import { defineEndpoint } from '../common/endpoint.ts';
import { limits } from '../common/limits.ts';
import { listQuery, listResponse } from '../common/list-envelope.ts';
import { type Permission, Privileges } from '../common/permissions.ts';
import {
  ApiDate,
  BooleanIn,
  Id,
  IdOut,
  listIn,
  listOrNullIn,
  queryList,
  Relation,
  RelationIn,
} from '../common/scalars.ts';
import { SavedFilter } from '../saved-searches/saved-searches.ts';
import type { ConsentUse } from '../surveys/survey-consent.ts';

/** Any one of these permissions allows exports (API v3 §2.17); `Bulk Data Import` alone does not (spec 3 §6). */
export const exportPermissions = [
  'Bulk Data Import and Export',
  'Manage Posts',
] as const satisfies readonly Permission[];

/** Formats of files with posts. `csv` is API v3's. Extensions: `xlsx`, a workbook with the same columns, and `geojson` for GIS programs. */
export const directExportFormats = ['csv', 'xlsx', 'geojson'] as const;
export type DirectExportFormat = (typeof directExportFormats)[number];
/** Extension: `media`, an archive of the pictures. */
export const exportFormats = [...directExportFormats, 'media'] as const;
/** The format of an export. */
export const ExportFormat = z.enum(exportFormats);
export type ExportFormat = z.infer<typeof ExportFormat>;

/**
 * `PENDING` waits, for its turn or for the exchange's metadata; `QUEUED` is being written; `PENDING_HDX` is written
 * and being uploaded to the exchange. `EXPORTED_TO_CDN` is part of API v3 but never used: files stay where they were
 * written.
 */
export const exportStatuses = [
  'PENDING',
  'QUEUED',
  'EXPORTED_TO_CDN',
  'PENDING_HDX',
  'SUCCESS',
  'FAILED',
] as const;
/** The status of an export job. */
export const ExportStatus = z.enum(exportStatuses);
export type ExportStatus = z.infer<typeof ExportStatus>;

/**
 * Why a job failed. `empty`: no post matched; `rights`: its owner may no longer export; the others concern the
 * exchange. `exchange-public`: the dataset there is public, and the export contains more than the public may see.
 * `exchange-erased`: data that the export may contain was erased while it was uploaded; the exchange may have all of it.
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
  'exchange-erased',
] as const;
/** Why a job failed. */
export const ExportFailure = z.object({
  code: z.enum(exportFailures),
  /** The exchange's own message. */
  text: z.string().nullable(),
});
export type ExportFailure = z.infer<typeof ExportFailure>;

/**
 * Columns with personal data, by kind. Uploads to the exchange omit them unless the job names them. `contacts`: the
 * number and address of the sender. `sources`: the data source and its id of the message. `details`: private answers,
 * hidden tasks, and exact places and times where the survey hides them.
 */
export const personalDataKinds = ['contacts', 'sources', 'details'] as const;
/** A kind of personal data in exports. */
export type PersonalDataKind = (typeof personalDataKinds)[number];
const PersonalDataKindList = listIn(
  z.array(z.enum(personalDataKinds)).transform((kinds) => [...new Set(kinds)]),
);

/** The HXL tag of the column of an attribute (API v3 §2.18). */
export const HxlFieldTag = z.object({
  form_attribute_id: Id,
  hxl_tag_id: Id,
  /** If absent, the tag has no attribute. */
  hxl_attribute_id: z.union([Id, z.null()]).optional(),
});
export type HxlFieldTag = z.output<typeof HxlFieldTag>;

const count = z.number().int().min(0);

/** An export job as the API returns it. */
export const ExportJob = z.object({
  id: IdOut,
  /**
   * The URL of the file, valid for an hour from the response. Null until the file is complete, and after it was
   * removed.
   */
  url: z.string().nullable(),
  entity_type: z.literal('post'),
  user: Relation,
  /** Keys of attributes; an empty list means all. */
  fields: z.array(z.string()),
  /** `[]` when there are none. */
  filters: z.union([z.record(z.string(), z.unknown()), z.array(z.never())]),
  status: ExportStatus,
  header_row: z.array(z.string()).nullable(),
  created: ApiDate,
  updated: ApiDate.nullable(),
  /** When the file is removed, in Unix seconds. */
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
  /** Extension: posts written so far, and their total number. */
  progress: z.object({ done: count, total: count.nullable() }).nullable().optional(),
  /** Extension: size in bytes. */
  file_size: count.nullable().optional(),
  fault: ExportFailure.nullable().optional(),
  /** Extension: the page of the dataset on the exchange. */
  dataset_url: z.string().nullable().optional(),
  /** Extension: what an upload to the exchange contains beyond what the public sees. */
  include_unpublished: z.boolean().optional(),
  include_personal: z.array(z.enum(personalDataKinds)).optional(),
  /** Extension: whether it contains only reports whose sender agreed to sharing, where the survey asks. */
  only_shared: z.boolean().optional(),
  allowed_privileges: Privileges,
});
export type ExportJob = z.infer<typeof ExportJob>;

/** The first columns of every CSV file, for all surveys (API v3 §2.17, "CSV export layout"). */
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

/** Which of them contain personal data. Their values need Manage Posts, and uploads omit them unless chosen. */
export const personalDataHeadings: Readonly<
  Partial<Record<(typeof baseColumnHeadings)[number], PersonalDataKind>>
> = {
  'Contact ID': 'contacts',
  Contact: 'contacts',
  'Data Source ID': 'sources',
  Source: 'sources',
};

/** The columns that say what a reporter agreed to. Imports read them by their names. */
export const consentUseHeadings = {
  publish: 'Consent To Publish',
  share: 'Consent To Share',
  contact: 'Consent To Contact',
} as const satisfies Record<ConsentUse, string>;

/** The last columns of files for callers with Manage Posts, where surveys ask reporters to agree (docs/decisions/0071). */
export const consentHeadings = [
  'Consent Version',
  consentUseHeadings.publish,
  consentUseHeadings.share,
  consentUseHeadings.contact,
  'Consent Time (UTC)',
  'Consent Source',
] as const;

/** The last columns of files for callers who get masked places: kind and distances of `place_precision`. */
export const placePrecisionHeadings = [
  'Place Precision',
  'Place Radius (m)',
  'Place Minimum Radius (m)',
] as const;

/** The value of the column `Survey` for a post without a survey. */
export const unstructuredSurveyLabel = 'Unstructured';

const AttributeKeys = listOrNullIn(
  z.array(z.string().min(1).max(limits.attributeKey)).max(limits.exportFields),
).transform((it) => it ?? []);
const HxlHeadingRow = listOrNullIn(z.array(HxlFieldTag).max(limits.exportFields)).transform((it) => it ?? []);

/** A new export. By default the file is for download. */
export const ExportInput = z.object({
  entity_type: z.literal('post'),
  fields: AttributeKeys.default([]),
  filters: SavedFilter.default({}),
  include_hxl: BooleanIn.default(false),
  send_to_browser: BooleanIn.optional(),
  send_to_hdx: BooleanIn.default(false),
  hxl_heading_row: HxlHeadingRow.default([]),
  hxl_meta_data_id: RelationIn.default(null),
  format: ExportFormat.default('csv'),
  /** Extension, for uploads to the exchange only: include posts that are not public. */
  include_unpublished: BooleanIn.default(false),
  /** Extension, for uploads to the exchange only: rejected for a public dataset. */
  include_personal: PersonalDataKindList.default([]),
  /** Extension: only reports whose sender agreed to sharing, where the survey asks. Uploads are always so. */
  only_shared: BooleanIn.default(false),
});
export type ExportInput = z.output<typeof ExportInput>;

/**
 * The changeable fields of a job that waits for metadata. Clients send the whole job back; other fields are ignored.
 */
export const ExportChange = z
  .object({
    hxl_meta_data_id: RelationIn,
    include_unpublished: BooleanIn,
    include_personal: PersonalDataKindList,
  })
  .partial();

/** What an upload to the exchange would contain now, computed by the rules that write its file. */
export const UploadPreview = z.object({
  /** Posts that will be sent, and matching posts that will not be sent: they are not public, or may not be shared. */
  posts: count,
  left_out: count,
  /** Matching posts that are not public, sent or not; and those of them that are under review. */
  unpublished: count.optional(),
  unreviewed: count.optional(),
  /** Matching posts that are not sent since their sender did not agree to sharing. */
  unshared: count.optional(),
  by_status: z.array(z.object({ status: z.enum(postStatuses), posts: count })),
  by_survey: z.array(z.object({ form: Relation.nullable(), name: z.string().nullable(), posts: count })),
  /** All possible columns, in order. `rounded`: reduced to what the public sees, to the day or about a kilometre. */
  columns: z.array(
    z.object({
      label: z.string(),
      personal: z.enum(personalDataKinds).nullable(),
      sent: z.enum(['no', 'rounded', 'yes']),
    }),
  ),
  /** Whether the dataset is public; null until its metadata is stored. */
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
  summary: 'Exports of the caller',
  scope: exportScope,
  token: 'required',
  needs: exportNeeds,
  query: listQuery(['id', 'created', 'updated', 'status']).extend({
    entity_type: z.string().optional(),
    /** Ignored: the list always contains the caller's own. */
    user: z.union([z.string(), z.number()]).optional(),
    /** Unix seconds: only jobs whose file expires after it, or does not exist yet. */
    max_expiration: z.coerce.number().int().min(0).optional(),
  }),
  response: listResponse(ExportJob),
});

export const readExport = defineEndpoint({
  name: 'readExport',
  method: 'GET',
  path: '/exports/jobs/{id}',
  summary: 'One export: its progress, and the URL of its file',
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

/** Creates an export job. */
export const createExport = defineEndpoint({
  name: 'createExport',
  method: 'POST',
  path: '/exports/jobs',
  summary: 'Create an export; it runs in the background',
  scope: exportScope,
  needs: exportNeeds,
  body: ExportInput,
  response: ExportJob,
});

export const updateExport = defineEndpoint({
  name: 'updateExport',
  method: 'PUT',
  path: '/exports/jobs/{id}',
  summary: 'Set the metadata for which an export to the exchange waits',
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
  summary: 'Cancel an export, or delete it with its file',
  scope: exportScope,
  needs: exportNeeds,
  params: idParams,
  response: ExportJob,
});

/** Fields of a direct export, besides the filters. */
const directExportFields = {
  format: z.enum(directExportFormats).optional(),
  /** Keys of attributes, separated by commas or as a list; an empty list means all. */
  fields: queryList(z.string()).optional(),
  /** Extension: only reports whose sender agreed to sharing, where the survey asks. */
  only_shared: BooleanIn.optional(),
};

export const exportPosts = defineEndpoint({
  name: 'exportPosts',
  method: 'GET',
  path: '/posts/export',
  summary: 'Posts as CSV, XLSX or GeoJSON, streamed; the filters are those of the list, in any status',
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
