/** The columns of an export (API v3 §2.17, "CSV export layout"). */
import type { Area } from '@waypost/contract/areas/list-areas';
import {
  baseColumnHeadings,
  consentHeadings,
  type HxlFieldTag,
  personalDataHeadings,
  placePrecisionHeadings,
} from '@waypost/contract/exports/exports';
import { formatHxlHeadings, hxlTags } from '@waypost/contract/hxl/hxl-vocabulary';
import { fieldTypes } from '@waypost/contract/surveys/field-types';
import { readAreas } from '../areas/areas.public.ts';
import { isCategoryVisible, searchCategories } from '../categories/categories.public.ts';
import type { Tx } from '../kernel/db/database.ts';
import type { Viewer } from '../kernel/security/viewer.ts';
import {
  canManagePosts,
  computePlacePrecision,
  emptySurveyFields,
  hasPostConsents,
  hasVerifications,
  showsVerification,
} from '../posts/posts.public.ts';
import { readMap } from '../settings/settings.public.ts';
import {
  type AttributeRow,
  readFieldsOfSurveys,
  readSurveys,
  type SurveyFields,
  type SurveyRow,
  visibleFields,
} from '../surveys/surveys.public.ts';
import type { ExportScope } from './export-scope.rules.ts';

/** The heading of the column that tells how sure the team is. It is the last one, since scripts count columns from the left. */
export const verificationHeading = 'Verification';

/** What is read before the first post of an export: surveys, columns and names of categories. */
export interface ExportPlan {
  surveys: ReadonlyMap<number, SurveyRow>;
  fields: ReadonlyMap<number, SurveyFields>;
  /** In the order of their columns. */
  attributes: readonly AttributeRow[];
  /** Names of the categories that the exporter may see, by id as text. */
  categories: ReadonlyMap<string, string>;
  /** Decimals that hidden places are rounded to. */
  precision: number;
  /** For each of `baseColumnHeadings`, whether the column is included. */
  includedNativeColumns: readonly boolean[];
  /** Whether the last column tells how sure the team is. */
  includesVerification: boolean;
  /** Whether columns after these tell what reporters agreed to. */
  includesConsent: boolean;
  /** Whether columns after all others tell how exact masked places are. */
  includesPlacePrecision: boolean;
  /** The areas of the sets that have a column after all others, by level, set and name. */
  areas: readonly Area[];
}

/** Sorts by priority of the task, priority of the attribute, label and id. */
function sortAttributes({ tasks, attributes }: SurveyFields): AttributeRow[] {
  const priority = new Map(tasks.map((task) => [task.id, task.priority]));
  const taskPriority = ({ form_stage_id }: AttributeRow) => priority.get(form_stage_id) ?? 0;
  return [...attributes].sort(
    (a, b) =>
      taskPriority(a) - taskPriority(b) ||
      a.priority - b.priority ||
      a.label.localeCompare(b.label) ||
      a.id - b.id,
  );
}

async function readCategoryNames(tx: Tx, viewer: Viewer): Promise<Map<string, string>> {
  const rows = await searchCategories(tx, {});
  const visible = rows.filter((row) => canManagePosts(viewer) || isCategoryVisible(viewer, row));
  return new Map(visible.map((row) => [String(row.id), row.tag]));
}

/** Whether private attributes have columns. Even an empty column would reveal a private question in an upload. */
const includesPrivateAttributes = ({ omittedColumnKinds }: ExportScope): boolean =>
  !omittedColumnKinds.includes('details');

const omitsHeading = (
  { omittedColumnKinds }: ExportScope,
  heading: (typeof baseColumnHeadings)[number],
): boolean => omittedColumnKinds.some((kind) => kind === personalDataHeadings[heading]);

const isPoint = (type: AttributeRow['type']): boolean => fieldTypes[type].answerKind === 'point';

/**
 * Reads what an export needs besides its posts.
 * @param surveyIds surveys of the posts
 * @param keys keys of the chosen attributes; none means all
 * @param scope whose view the file holds, and which columns
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
    const visible = visibleFields(fields.get(id) ?? emptySurveyFields, canManagePosts(scope.reader));
    return sortAttributes(visible).filter(
      (attribute) => !attribute.response_private || includesPrivateAttributes(scope),
    );
  });
  const chosenKeys = new Set(keys);
  const chosen = chosenKeys.size === 0 ? attributes : attributes.filter(({ key }) => chosenKeys.has(key));
  const surveys = await readSurveys(tx, ids);
  const precision = (await readMap(tx)).location_precision;
  const hasMaskedPlaces = chosen.some(
    ({ type, survey_id }) =>
      fieldTypes[type].roundedBy === 'hide_location' &&
      computePlacePrecision(surveys.get(survey_id), precision),
  );
  return {
    surveys,
    fields,
    attributes: chosen,
    categories: await readCategoryNames(tx, scope.reader),
    precision,
    includedNativeColumns: baseColumnHeadings.map((heading) => !omitsHeading(scope, heading)),
    includesVerification: (await showsVerification(tx, scope.reader)) && (await hasVerifications(tx)),
    includesConsent: scope.includesConsent && (await hasPostConsents(tx, ids)),
    includesPlacePrecision: hasMaskedPlaces && !canManagePosts(scope.reader),
    areas: chosen.some(({ type }) => isPoint(type)) ? await readAreas(tx) : [],
  };
}

/** The number of cells of an attribute: latitude and longitude for a place, else one. */
export const cellCountOf = ({ type }: Pick<AttributeRow, 'type'>): number => (isPoint(type) ? 2 : 1);

type HeadingPlan = Pick<
  ExportPlan,
  | 'attributes'
  | 'includedNativeColumns'
  | 'includesVerification'
  | 'includesConsent'
  | 'includesPlacePrecision'
  | 'areas'
>;

/** The sets of the areas, in the order of their columns. */
export const listAreaSets = ({ areas }: Pick<ExportPlan, 'areas'>): { id: number; name: string }[] =>
  [...new Map(areas.map(({ set_id, set_name }) => [set_id, set_name]))].map(([id, name]) => ({ id, name }));

/** The headings of the CSV file. */
export const buildHeadings = ({
  attributes,
  includedNativeColumns,
  includesVerification,
  includesConsent,
  includesPlacePrecision,
  areas,
}: HeadingPlan): string[] => [
  ...baseColumnHeadings.filter((_, index) => includedNativeColumns[index]),
  ...attributes.flatMap(({ type, label }) => (isPoint(type) ? [`${label}.lat`, `${label}.lon`] : [label])),
  ...(includesVerification ? [verificationHeading] : []),
  ...(includesConsent ? consentHeadings : []),
  ...(includesPlacePrecision ? placePrecisionHeadings : []),
  ...listAreaSets({ areas }).map(({ name }) => name),
];

/** The second row: HXL tags where they were chosen, empty cells elsewhere. */
export function buildHxlRow(
  {
    attributes,
    includedNativeColumns,
    includesVerification,
    includesConsent,
    includesPlacePrecision,
    areas,
  }: HeadingPlan,
  choices: readonly HxlFieldTag[],
): string[] {
  const cells = attributes.flatMap((attribute): string[] => {
    const chosen = choices.filter(({ form_attribute_id }) => form_attribute_id === attribute.id);
    const tag = hxlTags.find(({ id }) => id === chosen[0]?.hxl_tag_id);
    if (!tag) return Array.from({ length: cellCountOf(attribute) }, () => '');
    const hxlAttributes = tag.attributes.filter(({ id }) =>
      chosen.some(({ hxl_attribute_id }) => hxl_attribute_id === id),
    );
    return formatHxlHeadings(
      attribute.type,
      tag.tag_name,
      hxlAttributes.map((hxlAttribute) => hxlAttribute.attribute),
    );
  });
  return [
    ...includedNativeColumns.filter(Boolean).map(() => ''),
    ...cells,
    ...(includesVerification ? [''] : []),
    ...(includesConsent ? consentHeadings.map(() => '') : []),
    ...(includesPlacePrecision ? placePrecisionHeadings.map(() => '') : []),
    ...listAreaSets({ areas }).map(() => ''),
  ];
}
