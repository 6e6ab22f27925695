/** The columns of an export (API v3 §2.17, "CSV export layout"). */
import {
  baseColumnHeadings,
  type HxlFieldTag,
  personalDataHeadings,
} from '@waypost/contract/exports/exports';
import { formatHxlHeadings, hxlTags } from '@waypost/contract/hxl/hxl-vocabulary';
import { isCategoryVisible, searchCategories } from '../categories/categories.public.ts';
import type { Tx } from '../kernel/db/database.ts';
import type { Viewer } from '../kernel/security/viewer.ts';
import { managesPosts, noFields } from '../posts/posts.public.ts';
import { readMap } from '../settings/settings.public.ts';
import {
  type AttributeRow,
  readFieldsOfSurveys,
  readSurveys,
  type SurveyFields,
  type SurveyRow,
  shownFields,
} from '../surveys/surveys.public.ts';
import type { ExportScope } from './export-scope.rules.ts';

/** What an export knows before it reads its first post. */
export interface ExportPlan {
  surveys: ReadonlyMap<number, SurveyRow>;
  fields: ReadonlyMap<number, SurveyFields>;
  /** In the order of their columns. */
  attributes: readonly AttributeRow[];
  /** Names of the categories that the exporter may know of, by id as text. */
  categories: ReadonlyMap<string, string>;
  /** Decimals that hidden places are rounded to. */
  precision: number;
  /** Which of the first columns are there. */
  includedNativeColumns: readonly boolean[];
}

/** By survey, then by task, then by the field's own place, then by name. */
function sortAttributes({ tasks, attributes }: SurveyFields): AttributeRow[] {
  const priority = new Map(tasks.map((task) => [task.id, task.priority]));
  const of = (it: AttributeRow) => priority.get(it.form_stage_id) ?? 0;
  return [...attributes].sort(
    (a, b) => of(a) - of(b) || a.priority - b.priority || a.label.localeCompare(b.label) || a.id - b.id,
  );
}

async function readCategoryNames(tx: Tx, viewer: Viewer): Promise<Map<string, string>> {
  const rows = await searchCategories(tx, {});
  const visible = rows.filter((row) => managesPosts(viewer) || isCategoryVisible(viewer, row));
  return new Map(visible.map((row) => [String(row.id), row.tag]));
}

/** In uploads a column without answers would still tell that there is a private question. */
const showsPrivate = ({ omittedColumnKinds: withoutColumns }: ExportScope): boolean =>
  !withoutColumns.includes('details');

const omitsHeading = (
  { omittedColumnKinds: withoutColumns }: ExportScope,
  heading: (typeof baseColumnHeadings)[number],
): boolean => withoutColumns.some((kind) => kind === personalDataHeadings[heading]);

/**
 * @param getSurveyIds whose posts there are
 * @param scope what goes into the file
 * @param keys of the fields that were chosen; none means all
 */
export async function planExport(
  tx: Tx,
  surveyIds: readonly number[],
  keys: readonly string[],
  scope: ExportScope,
): Promise<ExportPlan> {
  const ids = [...surveyIds].sort((a, b) => a - b);
  const fields = await readFieldsOfSurveys(tx, ids);
  const attributes = ids.flatMap((id) => {
    const shown = shownFields(fields.get(id) ?? noFields, managesPosts(scope.reader));
    return sortAttributes(shown).filter((it) => !it.response_private || showsPrivate(scope));
  });
  const chosen = new Set(keys);
  return {
    surveys: await readSurveys(tx, ids),
    fields,
    attributes: chosen.size === 0 ? attributes : attributes.filter((it) => chosen.has(it.key)),
    categories: await readCategoryNames(tx, scope.reader),
    precision: (await readMap(tx)).location_precision,
    includedNativeColumns: baseColumnHeadings.map((heading) => !omitsHeading(scope, heading)),
  };
}

/** How many cells a field has: a place has two. */
export const cellCountOf = ({ type }: Pick<AttributeRow, 'type'>): number => (type === 'point' ? 2 : 1);

/** The headings of the file. */
export const buildHeadings = ({
  attributes,
  includedNativeColumns: native,
}: Pick<ExportPlan, 'attributes' | 'includedNativeColumns'>): string[] => [
  ...baseColumnHeadings.filter((_, at) => native[at]),
  ...attributes.flatMap(({ type, label }) => (type === 'point' ? [`${label}.lat`, `${label}.lon`] : [label])),
];

/** The second row: HXL tags where some were chosen, blank cells everywhere else. */
export function buildHxlRow(
  { attributes, includedNativeColumns: native }: Pick<ExportPlan, 'attributes' | 'includedNativeColumns'>,
  choices: readonly HxlFieldTag[],
): string[] {
  const cells = attributes.flatMap((attribute): string[] => {
    const chosen = choices.filter((it) => it.form_attribute_id === attribute.id);
    const tag = hxlTags.find((it) => it.id === chosen[0]?.hxl_tag_id);
    if (!tag) return Array.from({ length: cellCountOf(attribute) }, () => '');
    const words = tag.attributes.filter(({ id }) => chosen.some((it) => it.hxl_attribute_id === id));
    return formatHxlHeadings(
      attribute.type,
      tag.tag_name,
      words.map((it) => it.attribute),
    );
  });
  return [...native.filter(Boolean).map(() => ''), ...cells];
}
