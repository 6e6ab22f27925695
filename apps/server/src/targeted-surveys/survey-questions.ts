/** Questions of a survey as text messages, and parsing of replies. Pure. */

import { limits } from '@waypost/contract/common/limits';
import type { AttributeType } from '@waypost/contract/surveys/attributes';
import { type Answer, parseAnswer } from '@waypost/survey-logic/parse-answer';
import type { AttributeRow, SurveyFields } from '../surveys/surveys.public.ts';

/** Attribute types that can be answered by text. The post's own title and description are not asked (API v3 §5.1). */
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

/** The questions of the first task that has any, in order. Internal tasks are skipped. */
export function selectQuestions({ tasks, attributes }: SurveyFields): AttributeRow[] {
  for (const task of tasks) {
    const questionAttributes = attributes.filter(
      (attribute) => attribute.form_stage_id === task.id && isQuestion(attribute),
    );
    if (!task.task_is_internal_only && questionAttributes.length > 0) return questionAttributes;
  }
  return [];
}

/** The text of a question, followed by its numbered options. */
export function formatQuestion({ label, input, options }: AttributeRow): string {
  if (!choiceInputs.has(input) || options.length === 0) return label;
  return [label, ...options.map((option, index) => `${index + 1} ${option}`)].join('\n');
}

const normalizeText = (text: string) => text.trim().toLocaleLowerCase();

/** Finds an option by its number or its text. */
function findOption(options: readonly (string | number)[], replyText: string): string | undefined {
  const byText = options.find((option) => normalizeText(String(option)) === normalizeText(replyText));
  const byNumber = /^\d{1,3}[.)]?$/.test(replyText.trim())
    ? options[Number.parseInt(replyText, 10) - 1]
    : undefined;
  const option = byText ?? byNumber;
  return option === undefined ? undefined : String(option);
}

/** Parses a reply to a question; undefined if it is no valid answer. */
export function parseReply(question: AttributeRow, replyText: string): Answer[] | undefined {
  const { input, options, type } = question;
  if (choiceInputs.has(input) && options.length > 0) {
    const parts = multipleChoiceInputs.has(input)
      ? replyText.split(/[,;\n]+|\s+(?=\d)/).filter((part) => part.trim())
      : [replyText];
    const chosen = parts.map((part) => findOption(options, part));
    return chosen.every((option) => option !== undefined) && chosen.length > 0
      ? [...new Set(chosen)]
      : undefined;
  }
  const text = type === 'varchar' ? Array.from(replyText).slice(0, limits.varchar).join('') : replyText;
  const parsed = parseAnswer(question, type === 'int' || type === 'decimal' ? text.replace(',', '.') : text);
  return 'answer' in parsed ? [parsed.answer] : undefined;
}
