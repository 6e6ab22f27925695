/** Preview of an upload to the exchange, built with the same scope, filters and plan as its file. */
import {
  baseColumnHeadings,
  type PersonalDataKind,
  personalDataHeadings,
  placePrecisionHeadings,
  type UploadPreview,
} from '@waypost/contract/exports/exports';
import { fieldTypes } from '@waypost/contract/surveys/field-types';
import { findMetadata } from '../hxl/hxl.public.ts';
import type { Tx } from '../kernel/db/database.ts';
import type { UrlBuilder } from '../kernel/http/api-format.ts';
import { notFound } from '../kernel/http/problem.ts';
import type { Viewer } from '../kernel/security/viewer.ts';
import { canManagePosts } from '../posts/posts.public.ts';
import type { AttributeRow, SurveyRow } from '../surveys/surveys.public.ts';
import {
  type ExportPlan,
  listAreaSets,
  planExport,
  statusLabelHeading,
  verificationHeading,
} from './columns.ts';
import { fileScope, uploadScope } from './export-scope.rules.ts';
import type { ExportRow } from './exports.sql.ts';
import { countByStatus, type PostSelection } from './posts-to-export.sql.ts';
import { parseStoredFilters } from './stored-filters.ts';

type Column = UploadPreview['columns'][number];
const timeHeadings = new Set<string>(['Created (UTC)', 'Updated (UTC)', 'Post Date (UTC)']);

/** Whether the public sees an answer rounded. */
function isRounded({ type }: AttributeRow, survey: SurveyRow | undefined): boolean {
  const { roundedBy } = fieldTypes[type];
  return roundedBy !== null && (survey?.[roundedBy] ?? true);
}

/**
 * All columns that the exporter could upload, and how each is sent.
 * @param fullPlan plan of a file of the exporter's own
 * @param uploadPlan plan of the upload
 * @param hasDetails whether the upload contains unrounded and private answers
 */
function previewColumns(fullPlan: ExportPlan, uploadPlan: ExportPlan, hasDetails: boolean): Column[] {
  const hidesTime = [...uploadPlan.surveys.values()].some((survey) => survey.hide_time);
  const nativeColumns = baseColumnHeadings.map((label, index): Column => {
    const isMasked = timeHeadings.has(label) && hidesTime;
    const personal: PersonalDataKind | null = personalDataHeadings[label] ?? (isMasked ? 'details' : null);
    const precision = isMasked && !hasDetails ? 'rounded' : 'yes';
    return { label, personal, sent: uploadPlan.includedNativeColumns[index] ? precision : 'no' };
  });
  const sentIds = new Set(uploadPlan.attributes.map(({ id }) => id));
  const attributeColumns = fullPlan.attributes.map((attribute): Column => {
    const isMasked = isRounded(attribute, fullPlan.surveys.get(attribute.survey_id));
    const isSent = sentIds.has(attribute.id);
    const personal = isMasked || attribute.response_private || !isSent ? 'details' : null;
    const precision = isMasked && !hasDetails ? 'rounded' : 'yes';
    return { label: attribute.label, personal, sent: isSent ? precision : 'no' };
  });
  const verification: Column[] = fullPlan.includesVerification
    ? [{ label: verificationHeading, personal: null, sent: uploadPlan.includesVerification ? 'yes' : 'no' }]
    : [];
  const placePrecision = uploadPlan.includesPlacePrecision ? placePrecisionHeadings : [];
  return [
    ...nativeColumns,
    ...attributeColumns,
    ...verification,
    ...placePrecision.map((label): Column => ({ label, personal: null, sent: 'yes' })),
    ...[...listAreaSets(uploadPlan).map(({ name }) => name), statusLabelHeading].map(
      (label): Column => ({ label, personal: null, sent: 'yes' }),
    ),
  ];
}

const sum = (rows: readonly { count: number }[]) => rows.reduce((total, { count }) => total + count, 0);

/**
 * Describes what an upload would contain now: numbers of posts and columns.
 * @throws Problem 404 for an export that is not an upload
 */
export async function previewUpload(
  tx: Tx,
  viewer: Viewer,
  urls: UrlBuilder,
  row: ExportRow,
): Promise<UploadPreview> {
  if (!row.send_to_hdx) throw notFound('export_jobs', row.id);
  const filters = parseStoredFilters(row.filters);
  const scope = uploadScope(viewer, row);
  const count = (selection: PostSelection) => countByStatus(tx, viewer, filters, selection);
  const { isSharedOnly } = scope;
  const published = await count({ isPublicOnly: true, isSharedOnly });
  const matching = await count({ isPublicOnly: false, isSharedOnly });
  const unshared = sum(await count({ isPublicOnly: false, isSharedOnly: false })) - sum(matching);
  const counts = scope.isPublicOnly ? published : matching;
  const surveyIds = [...new Set(matching.flatMap(({ survey_id }) => survey_id ?? []))];
  const fullPlan = await planExport(tx, surveyIds, row.fields, fileScope(viewer));
  const uploadPlan = await planExport(tx, surveyIds, row.fields, scope);
  const metadata = row.hxl_metadata_id === null ? undefined : await findMetadata(tx, row.hxl_metadata_id);
  const groupBy = <K>(keyOf: (row: (typeof counts)[number]) => K) =>
    [...new Set(counts.map(keyOf))].map((key) => [key, counts.filter((row) => keyOf(row) === key)] as const);
  return {
    posts: sum(counts),
    left_out: sum(matching) - sum(counts) + unshared,
    unshared,
    unpublished: sum(matching) - sum(published),
    unreviewed: sum(matching.filter(({ status }) => status === 'draft')),
    by_status: groupBy(({ status }) => status)
      .map(([status, group]) => ({ status, posts: sum(group) }))
      .sort((a, b) => a.status.localeCompare(b.status)),
    by_survey: groupBy(({ survey_id }) => survey_id).map(([id, group]) => ({
      form: urls.relation('forms', id),
      name: id === null ? null : (fullPlan.surveys.get(id)?.name ?? null),
      posts: sum(group),
    })),
    columns: previewColumns(fullPlan, uploadPlan, canManagePosts(scope.reader)),
    is_public: metadata ? !metadata.private : null,
    include_unpublished: row.include_unpublished,
    include_personal: row.include_personal,
  };
}
