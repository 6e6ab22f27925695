/** Formats posts as rows of cells, and as lines of a CSV file (API v3 §2.17, "CSV export layout"). Pure. */

import { byteOrderMark, formatCsvLine, joinAnswers } from '@waypost/contract/common/csv-cells';
import { consentHeadings, unstructuredSurveyLabel } from '@waypost/contract/exports/exports';
import type { PlacePrecision } from '@waypost/contract/surveys/place-masking';
import { consentUses } from '@waypost/contract/surveys/survey-consent';
import { hasSeveralAnswersInCell } from '@waypost/survey-logic/csv/column-mapping';
import type { Answer } from '@waypost/survey-logic/parse-answer';
import { getPostTextField, isStoredInValues } from '@waypost/survey-logic/survey-definition';
import type { Viewer } from '../kernel/security/viewer.ts';
import { fieldTypeHandlers, findPlacePrecision, readVisibleAnswers } from '../posts/posts.public.ts';
import type { AttributeRow } from '../surveys/surveys.public.ts';
import { cellCountOf, type ExportPlan } from './columns.ts';
import { createAreaLister, toAnsweredPost } from './exported-post.ts';
import type { PostToExport } from './posts-to-export.sql.ts';

/** One answer as text: categories by name, pictures by their file in the store. */
export const formatAnswer = (
  { type, input }: Pick<AttributeRow, 'type' | 'input'>,
  answer: Answer,
  { categories }: Pick<ExportPlan, 'categories'>,
  files: PostToExport['files'],
): string => fieldTypeHandlers[type].exportText(answer, { input, categories, files });

/** The cells of `consentHeadings`; empty where the reporter did not answer. */
function formatConsent({ consent }: PostToExport): string[] {
  if (consent === null) return consentHeadings.map(() => '');
  const { version, agreed, declined, created, source } = consent;
  const choices = consentUses.map((use) => {
    if (agreed.includes(use)) return 'yes';
    return declined.includes(use) ? 'no' : '';
  });
  return [version === null ? '' : String(version), ...choices, created, source];
}

/** The cells of `placePrecisionHeadings`; empty where places are exact, or none is shown. */
const formatPlacePrecision = (precision: PlacePrecision | undefined): string[] =>
  precision ? [precision.kind, String(precision.radius), String(precision.min_radius)] : ['', '', ''];

interface AttributeColumn {
  attribute: AttributeRow;
  /** Index of its first cell. */
  firstCell: number;
}

/** A writer of a file of text, post by post. */
export interface TextWriter {
  head: string;
  /** @param index from 0 */
  post: (post: PostToExport, index: number) => string;
  tail: string;
}

/** Creates the writer of a CSV file. @param headRows the headings, and the row of HXL tags if there is one */
export const createCsvWriter = (
  headRows: readonly (readonly string[])[],
  readRow: RowReader,
): TextWriter => ({
  head: byteOrderMark + headRows.map((row) => formatCsvLine(row)).join(''),
  post: (post) => formatCsvLine(readRow(post)),
  tail: '',
});

/** Formats a post as the cells of the columns of `buildColumns`. */
export type RowReader = (post: PostToExport) => string[];

/** Creates a function that formats posts as cells. @param reader whose view of answers the file holds */
export function createRowReader(reader: Viewer, plan: ExportPlan): RowReader {
  const columnsById = new Map<number, AttributeColumn>();
  let cellCount = 0;
  for (const attribute of plan.attributes) {
    columnsById.set(attribute.id, { attribute, firstCell: cellCount });
    cellCount += cellCountOf(attribute);
  }
  const emptyCells = Array.from({ length: cellCount }, () => '');
  const listAreas = createAreaLister(plan, reader);
  const postColumnsBySurvey = new Map<number, AttributeColumn[]>();
  for (const column of columnsById.values()) {
    const { survey_id } = column.attribute;
    if (!isStoredInValues(column.attribute))
      postColumnsBySurvey.set(survey_id, [...(postColumnsBySurvey.get(survey_id) ?? []), column]);
  }

  return (post) => {
    const answeredPost = toAnsweredPost(plan, post);
    const baseCells = [
      String(post.id),
      answeredPost.survey?.name ?? unstructuredSurveyLabel,
      post.status,
      post.created,
      post.updated ?? '',
      post.post_date,
      post.contact_id === null ? '' : String(post.contact_id),
      post.contact ?? '',
      post.data_source_message_id ?? '',
      post.source ?? '',
      answeredPost.survey ? '' : (post.content ?? ''),
    ];
    const cells = [...emptyCells];
    for (const { attribute, firstCell } of postColumnsBySurvey.get(post.survey_id ?? 0) ?? [])
      cells[firstCell] = post[getPostTextField(attribute) ?? 'content'] ?? '';
    const visibleAnswers = readVisibleAnswers(reader, answeredPost);
    for (const { attribute, answers } of visibleAnswers) {
      const firstCell = columnsById.get(attribute.id)?.firstCell;
      if (firstCell === undefined) continue;
      const [first] = answers;
      if (cellCountOf(attribute) === 2) {
        if (typeof first !== 'object') continue;
        cells[firstCell] = String(first.lat);
        cells[firstCell + 1] = String(first.lon);
      } else {
        const texts = answers
          .map((answer) => formatAnswer(attribute, answer, plan, post.files))
          .filter((text) => text !== '');
        cells[firstCell] = hasSeveralAnswersInCell(attribute) ? joinAnswers(texts) : texts.join(',');
      }
    }
    return [
      ...baseCells.filter((_, index) => plan.includedNativeColumns[index]),
      ...cells,
      ...(plan.includesVerification ? [post.verification ?? ''] : []),
      ...(plan.includesConsent ? formatConsent(post) : []),
      ...(plan.includesPlacePrecision
        ? formatPlacePrecision(findPlacePrecision(reader, answeredPost, visibleAnswers))
        : []),
      ...listAreas(answeredPost, visibleAnswers).map(({ names }) => joinAnswers(names)),
      plan.statusLabels[post.status],
    ];
  };
}
