/** Posts as rows of a CSV file (API v3 §2.17, "CSV export layout"). Pure. */
import { byteOrderMark, formatCsvLine } from '@waypost/contract/common/csv-cells';
import { baseColumnHeadings, unstructuredSurveyLabel } from '@waypost/contract/exports/exports';
import type { Answer } from '@waypost/survey-logic/parse-answer';
import type { Viewer } from '../kernel/security/viewer.ts';
import { shownAnswers } from '../posts/posts.public.ts';
import type { AttributeRow } from '../surveys/surveys.public.ts';
import { cellCountOf, type ExportPlan } from './columns.ts';
import { toAnsweredPost } from './exported-post.ts';
import type { PostToExport } from './posts-to-export.sql.ts';

/** One answer as text: categories by name, pictures by where they are stored. */
export function formatAnswer(
  { type, input }: Pick<AttributeRow, 'type' | 'input'>,
  answer: Answer,
  { categories }: Pick<ExportPlan, 'categories'>,
  files: PostToExport['files'],
): string {
  if (typeof answer === 'object') return `${answer.lat},${answer.lon}`;
  const text = String(answer);
  if (type === 'tags') return categories.get(text) ?? '';
  if (type === 'media') return files?.[text] ?? '';
  return type === 'datetime' && input === 'date' ? text.slice(0, 10) : text;
}

interface PlacedAttribute {
  attribute: AttributeRow;
  /** Of its first cell. */
  firstCell: number;
}

/** The head of a file: headings, then the row of tags, which is there in any case. */
export const buildCsvHead = (headings: readonly string[], hxlRow: readonly string[]): string =>
  byteOrderMark + formatCsvLine(headings) + formatCsvLine(hxlRow);

/** How posts become lines, for one exporter and one choice of fields. */
export function createLineWriter(reader: Viewer, plan: ExportPlan): (post: PostToExport) => string {
  const placed = new Map<number, PlacedAttribute>();
  let width = baseColumnHeadings.length;
  for (const attribute of plan.attributes) {
    placed.set(attribute.id, { attribute, firstCell: width });
    width += cellCountOf(attribute);
  }
  const blank = Array.from({ length: width }, () => '');
  const ofPost = new Map<number, PlacedAttribute[]>();
  for (const it of placed.values())
    if (it.attribute.type === 'title' || it.attribute.type === 'description')
      ofPost.set(it.attribute.survey_id, [...(ofPost.get(it.attribute.survey_id) ?? []), it]);

  return (post) => {
    const cells = [...blank];
    const answered = toAnsweredPost(plan, post);
    cells[0] = String(post.id);
    cells[1] = answered.survey?.name ?? unstructuredSurveyLabel;
    cells[2] = post.status;
    cells[3] = post.created;
    cells[4] = post.updated ?? '';
    cells[5] = post.post_date;
    cells[6] = post.contact_id === null ? '' : String(post.contact_id);
    cells[7] = post.contact ?? '';
    cells[8] = post.data_source_message_id ?? '';
    cells[9] = post.source ?? '';
    if (!answered.survey) cells[10] = post.content ?? '';
    for (const { attribute, firstCell: at } of ofPost.get(post.survey_id ?? 0) ?? [])
      cells[at] = (attribute.type === 'title' ? post.title : post.content) ?? '';
    for (const { attribute, answers } of shownAnswers(reader, answered)) {
      const at = placed.get(attribute.id)?.firstCell;
      if (at === undefined) continue;
      const [first] = answers;
      if (attribute.type === 'point') {
        if (typeof first !== 'object') continue;
        cells[at] = String(first.lat);
        cells[at + 1] = String(first.lon);
      } else
        cells[at] = answers
          .map((answer) => formatAnswer(attribute, answer, plan, post.files))
          .filter((text) => text !== '')
          .join(',');
    }
    return formatCsvLine(cells.filter((_, at) => plan.includedNativeColumns[at] ?? true));
  };
}
