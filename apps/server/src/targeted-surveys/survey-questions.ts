/** What a survey asks by text message, and what an answer in words means. Pure. */

import { limits } from '@waypost/contract/common/limits';
import type { AttributeType } from '@waypost/contract/surveys/attributes';
import { type Answer, parseAnswer } from '@waypost/survey-logic/parse-answer';
import type { AttributeRow, SurveyFields } from '../surveys/surveys.public.ts';

/** What can be answered in words. The post's own title and text are not asked (API v3 §5.1). */
const answerableTypes: ReadonlySet<AttributeType> = new Set([
  'varchar',
  'text',
  'markdown',
  'int',
  'decimal',
  'datetime',
]);
const choiceInputs: ReadonlySet<string> = new Set(['select', 'radio', 'checkbox', 'checkboxes']);
const multipleChoiceInputs: ReadonlySet<string> = new Set(['checkbox', 'checkboxes']);

const isQuestion = ({ type, input }: AttributeRow) => answerableTypes.has(type) && input !== 'video';

/** The questions of the first task that has any, in order; what is for the team alone is not asked of others. */
export function selectQuestions({ tasks, attributes }: SurveyFields): AttributeRow[] {
  for (const task of tasks) {
    const questionAttributes = attributes.filter((it) => it.form_stage_id === task.id && isQuestion(it));
    if (!task.task_is_internal_only && questionAttributes.length > 0) return questionAttributes;
  }
  return [];
}

/** As it is sent: what can be chosen stands below it, numbered. */
export function formatQuestion({ label, input, options }: AttributeRow): string {
  if (!choiceInputs.has(input) || options.length === 0) return label;
  return [label, ...options.map((option, at) => `${at + 1} ${option}`)].join('\n');
}

const normalizeText = (text: string) => text.trim().toLocaleLowerCase();

/** An option by its number or its words. */
function findOption(options: readonly (string | number)[], replyText: string): string | undefined {
  const byWords = options.find((option) => normalizeText(String(option)) === normalizeText(replyText));
  const byNumber = /^\d{1,3}[.)]?$/.test(replyText.trim())
    ? options[Number.parseInt(replyText, 10) - 1]
    : undefined;
  const found = byWords ?? byNumber;
  return found === undefined ? undefined : String(found);
}

/** What was meant; undefined when it is no answer to the question. */
export function parseReply(question: AttributeRow, replyText: string): Answer[] | undefined {
  const { input, options, type } = question;
  if (choiceInputs.has(input) && options.length > 0) {
    const parts = multipleChoiceInputs.has(input)
      ? replyText.split(/[,;\n]+|\s+(?=\d)/).filter((it) => it.trim())
      : [replyText];
    const found = parts.map((part) => findOption(options, part));
    return found.every((it) => it !== undefined) && found.length > 0 ? [...new Set(found)] : undefined;
  }
  const text = type === 'varchar' ? Array.from(replyText).slice(0, limits.varchar).join('') : replyText;
  const reading = parseAnswer(question, type === 'int' || type === 'decimal' ? text.replace(',', '.') : text);
  return 'answer' in reading ? [reading.answer] : undefined;
}
