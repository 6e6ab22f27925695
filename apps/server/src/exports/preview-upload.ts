/** What an upload to the exchange would hold right now: found out by the same scope, filters and plan as its file. */
import {
  baseColumnHeadings,
  type PersonalDataKind,
  personalDataHeadings,
  type UploadPreview,
} from '@waypost/contract/exports/exports';
import { findMetadata } from '../hxl/hxl.public.ts';
import type { Tx } from '../kernel/db/database.ts';
import type { UrlBuilder } from '../kernel/http/api-format.ts';
import { notFound } from '../kernel/http/problem.ts';
import type { Viewer } from '../kernel/security/viewer.ts';
import { managesPosts } from '../posts/posts.public.ts';
import type { AttributeRow, SurveyRow } from '../surveys/surveys.public.ts';
import { type ExportPlan, planExport } from './columns.ts';
import { fileScope, uploadScope } from './export-scope.rules.ts';
import type { ExportRow } from './exports.sql.ts';
import { countByStatus } from './posts-to-export.sql.ts';
import { parseStoredFilters } from './stored-filters.ts';

type Column = UploadPreview['columns'][number];
const timeHeadings = new Set<string>(['Created (UTC)', 'Updated (UTC)', 'Post Date (UTC)']);

/** Which answers are not as they were given, to those who see what the public sees. */
function isRounded({ type }: AttributeRow, survey: SurveyRow | undefined): boolean {
  if (type === 'point' || type === 'geometry') return survey?.hide_location ?? true;
  return type === 'datetime' && (survey?.hide_time ?? true);
}

/** Every column that the exporter could send, and what becomes of it. */
function previewColumns(all: ExportPlan, sent: ExportPlan, isInFull: boolean): Column[] {
  const hidesTime = [...sent.surveys.values()].some((survey) => survey.hide_time);
  const native = baseColumnHeadings.map((label, at): Column => {
    const rounds = timeHeadings.has(label) && hidesTime;
    const personal: PersonalDataKind | null = personalDataHeadings[label] ?? (rounds ? 'details' : null);
    const shown = rounds && !isInFull ? 'rounded' : 'yes';
    return { label, personal, sent: sent.includedNativeColumns[at] ? shown : 'no' };
  });
  const chosen = new Set(sent.attributes.map((it) => it.id));
  const answers = all.attributes.map((attribute): Column => {
    const rounds = isRounded(attribute, all.surveys.get(attribute.survey_id));
    const isKept = chosen.has(attribute.id);
    const personal = rounds || attribute.response_private || !isKept ? 'details' : null;
    const shown = rounds && !isInFull ? 'rounded' : 'yes';
    return { label: attribute.label, personal, sent: isKept ? shown : 'no' };
  });
  return [...native, ...answers];
}

/**
 * @param row of an upload
 * @throws 404 for an export to a file, which goes to nobody else
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
  const counts = await countByStatus(tx, viewer, filters, scope.isPublicOnly);
  const matching = scope.isPublicOnly ? await countByStatus(tx, viewer, filters, false) : counts;
  const surveyIds = [...new Set(matching.flatMap(({ survey_id }) => survey_id ?? []))];
  const all = await planExport(tx, surveyIds, row.fields, fileScope(viewer));
  const sent = await planExport(tx, surveyIds, row.fields, scope);
  const metadata = row.hxl_metadata_id === null ? undefined : await findMetadata(tx, row.hxl_metadata_id);
  const sum = (some: typeof counts) => some.reduce((total, { count }) => total + count, 0);
  const groups = <K>(keyOf: (it: (typeof counts)[number]) => K) =>
    [...new Set(counts.map(keyOf))].map((key) => [key, counts.filter((it) => keyOf(it) === key)] as const);
  return {
    posts: sum(counts),
    left_out: sum(matching) - sum(counts),
    by_status: groups((it) => it.status)
      .map(([status, some]) => ({ status, posts: sum(some) }))
      .sort((a, b) => a.status.localeCompare(b.status)),
    by_survey: groups((it) => it.survey_id).map(([id, some]) => ({
      form: urls.relation('forms', id),
      name: id === null ? null : (all.surveys.get(id)?.name ?? null),
      posts: sum(some),
    })),
    columns: previewColumns(all, sent, managesPosts(scope.reader)),
    is_public: metadata ? !metadata.private : null,
    include_unpublished: row.include_unpublished,
    include_personal: row.include_personal,
  };
}
