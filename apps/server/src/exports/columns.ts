/** The columns of an export (API v3 §2.17, "CSV export layout"). */
import type { Area } from '@waypost/contract/areas/list-areas';
import type { PostStatus } from '@waypost/contract/browse/post-filters';
import {
  baseColumnHeadings,
  consentHeadings,
  type HxlFieldTag,
  personalDataHeadings,
  placePrecisionHeadings,
} from '@waypost/contract/exports/exports';
import { formatHxlHeadings, hxlTags } from '@waypost/contract/hxl/hxl-vocabulary';
import { fieldInputs, fieldTypes } from '@waypost/contract/surveys/field-types';
import { readAreas } from '../areas/areas.public.ts';
import { isCategoryVisible, searchCategories } from '../categories/categories.public.ts';
import { readRecipientLanguage } from '../contacts/contacts.public.ts';
import { translatorFor } from '../i18n/i18n.public.ts';
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
import { readMap, readSite } from '../settings/settings.public.ts';
import {
  type AttributeRow,
  readFieldsOfSurveys,
  readSurveys,
  type SurveyFields,
  type SurveyRow,
  visibleFields,
} from '../surveys/surveys.public.ts';
import type { ExportScope } from './export-scope.rules.ts';

/**
 * The heading of the column that tells how sure the team is. It and those after it follow those of API v3, since scripts count columns from
 * the left.
 */
export const verificationHeading = 'Verification';
/** The heading of the column with the word of the status as screens show it. */
export const statusLabelHeading = 'Post Status Label';

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
  /** Whether columns after these tell how exact masked places are. */
  includesPlacePrecision: boolean;
  /** The areas of the sets that have a column after those, by level, set and name. */
  areas: readonly Area[];
  /** The words of the statuses as screens show them, in the language of the exporter. */
  statusLabels: Readonly<Record<PostStatus, string>>;
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

async function readStatusLabels(tx: Tx, reader: Viewer): Promise<ExportPlan['statusLabels']> {
  const { t } = translatorFor(await readRecipientLanguage(tx, reader.id), (await readSite(tx)).language);
  return {
    draft: t('postStatus.draft'),
    published: t('postStatus.published'),
    archived: t('postStatus.archived'),
  };
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
    statusLabels: await readStatusLabels(tx, scope.reader),
  };
}

/** The number of cells of an attribute: latitude and longitude for a place, else one. */
export const cellCountOf = ({ type }: Pick<AttributeRow, 'type'>): number => (isPoint(type) ? 2 : 1);

/** The sets of the areas, in the order of their columns. */
export const listAreaSets = ({ areas }: Pick<ExportPlan, 'areas'>): { id: number; name: string }[] =>
  [...new Map(areas.map(({ set_id, set_name }) => [set_id, set_name]))].map(([id, name]) => ({ id, name }));

/** What the cells of a column hold. `time`: `2019-12-01 06:12:09`; `date`: `2019-12-01`. Cells of several answers are text. */
export type CellKind = 'text' | 'number' | 'time' | 'date';

/** A column of a file. */
export interface ExportColumn {
  heading: string;
  kind: CellKind;
  /** The attribute whose answers it holds, if it does. */
  attribute?: AttributeRow;
}

const cellKinds: Readonly<Partial<Record<string, CellKind>>> = {
  'Post ID': 'number',
  'Contact ID': 'number',
  'Created (UTC)': 'time',
  'Updated (UTC)': 'time',
  'Post Date (UTC)': 'time',
  'Consent Version': 'number',
  'Consent Time (UTC)': 'time',
  'Place Radius (m)': 'number',
  'Place Minimum Radius (m)': 'number',
};
const toColumn = (heading: string): ExportColumn => ({ heading, kind: cellKinds[heading] ?? 'text' });

function kindOfAnswers({ type, input }: AttributeRow): CellKind {
  if (type === 'datetime') return fieldInputs[input].isDateOnly ? 'date' : 'time';
  return type === 'int' || type === 'decimal' ? 'number' : 'text';
}

function toAttributeColumns(attribute: AttributeRow): ExportColumn[] {
  const { type, label } = attribute;
  if (!isPoint(type)) return [{ heading: label, kind: kindOfAnswers(attribute), attribute }];
  return ['lat', 'lon'].map((part) => ({ heading: `${label}.${part}`, kind: 'number', attribute }));
}

/** The columns of a file, in the order of the cells of `createRowReader`. */
export const buildColumns = (plan: ExportPlan): ExportColumn[] => [
  ...baseColumnHeadings.filter((_, index) => plan.includedNativeColumns[index]).map(toColumn),
  ...plan.attributes.flatMap(toAttributeColumns),
  ...[
    ...(plan.includesVerification ? [verificationHeading] : []),
    ...(plan.includesConsent ? consentHeadings : []),
    ...(plan.includesPlacePrecision ? placePrecisionHeadings : []),
  ].map(toColumn),
  ...listAreaSets(plan).map(({ name }): ExportColumn => ({ heading: name, kind: 'text' })),
  toColumn(statusLabelHeading),
];

/** The HXL tags of the columns of an attribute; none if none was chosen. */
function findHxlHeadings(attribute: AttributeRow, choices: readonly HxlFieldTag[]): string[] {
  const chosen = choices.filter(({ form_attribute_id }) => form_attribute_id === attribute.id);
  const tag = hxlTags.find(({ id }) => id === chosen[0]?.hxl_tag_id);
  if (!tag) return [];
  const hxlAttributes = tag.attributes.filter(({ id }) =>
    chosen.some(({ hxl_attribute_id }) => hxl_attribute_id === id),
  );
  return formatHxlHeadings(
    attribute.type,
    tag.tag_name,
    hxlAttributes.map((hxlAttribute) => hxlAttribute.attribute),
  );
}

/** The row of HXL tags: empty where none was chosen. */
export const buildHxlRow = (columns: readonly ExportColumn[], choices: readonly HxlFieldTag[]): string[] =>
  columns.map(({ attribute }, index) => {
    if (!attribute) return '';
    const isSecondCell = columns[index - 1]?.attribute === attribute;
    return findHxlHeadings(attribute, choices)[isSecondCell ? 1 : 0] ?? '';
  });
