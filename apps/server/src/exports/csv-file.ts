/** Formats posts as rows of a CSV file (API v3 §2.17, "CSV export layout"). Pure. */
import { byteOrderMark, formatCsvLine, joinAnswers } from '@waypost/contract/common/csv-cells';
import { baseColumnHeadings, unstructuredSurveyLabel } from '@waypost/contract/exports/exports';
import type { Answer } from '@waypost/survey-logic/parse-answer';
import {
  getPostTextField,
  hasSeveralAnswersInCell,
  isStoredInValues,
} from '@waypost/survey-logic/survey-definition';
import type { Viewer } from '../kernel/security/viewer.ts';
import { fieldTypeHandlers, readVisibleAnswers } from '../posts/posts.public.ts';
import type { AttributeRow } from '../surveys/surveys.public.ts';
import { cellCountOf, type ExportPlan } from './columns.ts';
import { toAnsweredPost } from './exported-post.ts';
import type { PostToExport } from './posts-to-export.sql.ts';

/** One answer as text: categories by name, pictures by their file in the store. */
export const formatAnswer = (
  { type, input }: Pick<AttributeRow, 'type' | 'input'>,
  answer: Answer,
  { categories }: Pick<ExportPlan, 'categories'>,
  files: PostToExport['files'],
): string => fieldTypeHandlers[type].exportText(answer, { input, categories, files });

interface AttributeColumn {
  attribute: AttributeRow;
  /** Index of its first cell. */
  firstCell: number;
}

/** The first two lines of a file: headings, and the row of HXL tags, which is always present. */
export const buildCsvHead = (headings: readonly string[], hxlRow: readonly string[]): string =>
  byteOrderMark + formatCsvLine(headings) + formatCsvLine(hxlRow);

/** Creates a function that formats posts as CSV lines. @param reader whose view of answers the file holds */
export function createLineWriter(reader: Viewer, plan: ExportPlan): (post: PostToExport) => string {
  const columnsById = new Map<number, AttributeColumn>();
  let cellCount = baseColumnHeadings.length;
  for (const attribute of plan.attributes) {
    columnsById.set(attribute.id, { attribute, firstCell: cellCount });
    cellCount += cellCountOf(attribute);
  }
  const emptyCells = Array.from({ length: cellCount }, () => '');
  const postColumnsBySurvey = new Map<number, AttributeColumn[]>();
  for (const column of columnsById.values()) {
    const { survey_id } = column.attribute;
    if (!isStoredInValues(column.attribute))
      postColumnsBySurvey.set(survey_id, [...(postColumnsBySurvey.get(survey_id) ?? []), column]);
  }

  return (post) => {
    const cells = [...emptyCells];
    const answeredPost = toAnsweredPost(plan, post);
    cells[0] = String(post.id);
    cells[1] = answeredPost.survey?.name ?? unstructuredSurveyLabel;
    cells[2] = post.status;
    cells[3] = post.created;
    cells[4] = post.updated ?? '';
    cells[5] = post.post_date;
    cells[6] = post.contact_id === null ? '' : String(post.contact_id);
    cells[7] = post.contact ?? '';
    cells[8] = post.data_source_message_id ?? '';
    cells[9] = post.source ?? '';
    if (!answeredPost.survey) cells[10] = post.content ?? '';
    for (const { attribute, firstCell } of postColumnsBySurvey.get(post.survey_id ?? 0) ?? [])
      cells[firstCell] = post[getPostTextField(attribute) ?? 'content'] ?? '';
    for (const { attribute, answers } of readVisibleAnswers(reader, answeredPost)) {
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
    const included = cells.filter((_, index) => plan.includedNativeColumns[index] ?? true);
    return formatCsvLine(plan.includesVerification ? [...included, post.verification ?? ''] : included);
  };
}
