/** Posts as rows of a CSV file (wire 2.17, "CSV export layout"). Pure. */
import { byteOrderMark, csvLine } from '@waypost/contract/csv-cells';
import { nativeHeadings, unstructured } from '@waypost/contract/exports';
import type { Answer } from '@waypost/survey-logic/read-answer';
import type { Viewer } from '../kernel/viewer.ts';
import { shownAnswers } from '../posts/posts.public.ts';
import type { AttributeRow } from '../surveys/surveys.public.ts';
import { type ExportPlan, widthOf } from './columns.ts';
import { answeredPost } from './known-answers.ts';
import type { PostToExport } from './posts-to-export.sql.ts';

/** One answer as text: categories by name, pictures by where they are stored. */
export function answerText(
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

interface Placed {
  attribute: AttributeRow;
  /** Of its first cell. */
  at: number;
}

/** The head of a file: headings, then the row of tags, which is there in any case. */
export const headOf = (headings: readonly string[], hxlRow: readonly string[]): string =>
  byteOrderMark + csvLine(headings) + csvLine(hxlRow);

/** How posts become lines, for one exporter and one choice of fields. */
export function lineWriter(reader: Viewer, plan: ExportPlan): (post: PostToExport) => string {
  const placed = new Map<number, Placed>();
  let width = nativeHeadings.length;
  for (const attribute of plan.attributes) {
    placed.set(attribute.id, { attribute, at: width });
    width += widthOf(attribute);
  }
  const blank = Array.from({ length: width }, () => '');
  const ofPost = new Map<number, Placed[]>();
  for (const it of placed.values())
    if (it.attribute.type === 'title' || it.attribute.type === 'description')
      ofPost.set(it.attribute.survey_id, [...(ofPost.get(it.attribute.survey_id) ?? []), it]);

  return (post) => {
    const cells = [...blank];
    const known = answeredPost(plan, post);
    cells[0] = String(post.id);
    cells[1] = known.survey?.name ?? unstructured;
    cells[2] = post.status;
    cells[3] = post.created;
    cells[4] = post.updated ?? '';
    cells[5] = post.post_date;
    cells[6] = post.contact_id === null ? '' : String(post.contact_id);
    cells[7] = post.contact ?? '';
    cells[8] = post.data_source_message_id ?? '';
    cells[9] = post.source ?? '';
    if (!known.survey) cells[10] = post.content ?? '';
    for (const { attribute, at } of ofPost.get(post.survey_id ?? 0) ?? [])
      cells[at] = (attribute.type === 'title' ? post.title : post.content) ?? '';
    for (const { attribute, answers } of shownAnswers(reader, known)) {
      const at = placed.get(attribute.id)?.at;
      if (at === undefined) continue;
      const [first] = answers;
      if (attribute.type === 'point') {
        if (typeof first !== 'object') continue;
        cells[at] = String(first.lat);
        cells[at + 1] = String(first.lon);
      } else
        cells[at] = answers
          .map((answer) => answerText(attribute, answer, plan, post.files))
          .filter((text) => text !== '')
          .join(',');
    }
    return csvLine(cells.filter((_, at) => plan.native[at] ?? true));
  };
}
