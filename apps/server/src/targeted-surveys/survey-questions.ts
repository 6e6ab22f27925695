/** Questions of a survey as text messages, and parsing of replies. Pure. */

import { fieldInputs, fieldTypes } from '@waypost/contract/surveys/field-types';
import { type Answer, parseAnswer } from '@waypost/survey-logic/parse-answer';
import { readPhoneNumber } from '@waypost/survey-logic/phone-numbers';
import { truncateVisibly } from '../kernel/truncate-visibly.ts';
import type { AttributeRow, SurveyFields } from '../surveys/surveys.public.ts';

/** Whether an attribute can be answered by text. The post's own title and description are not asked (API v3 §5.1). */
const isQuestion = ({ type, input }: AttributeRow) =>
  fieldTypes[type].isAnswerableByMessage && fieldInputs[input].isAnswerableByMessage;

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
  if (!fieldInputs[input].hasOptions || options.length === 0) return label;
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

/**
 * Parses a reply to a question; undefined if it is no valid answer.
 * @param country where the site is: phone numbers are written as there; undefined: not known
 */
export function parseReply(
  question: AttributeRow,
  replyText: string,
  country: string | undefined,
): Answer[] | undefined {
  const { input, options, type } = question;
  if (fieldInputs[input].hasOptions && options.length > 0) {
    const parts =
      fieldInputs[input].answers === 'many'
        ? replyText.split(/[,;\n]+|(?<!\s)\s+(?=\d)/).filter((part) => part.trim())
        : [replyText];
    const chosen = parts.map((part) => findOption(options, part));
    return chosen.every((option) => option !== undefined) && chosen.length > 0
      ? [...new Set(chosen)]
      : undefined;
  }
  const { answerKind, maxLength } = fieldTypes[type];
  if (answerKind === 'phone') {
    const number = readPhoneNumber(replyText, country);
    return number === null ? undefined : [number];
  }
  const text =
    maxLength === null || answerKind !== 'text' ? replyText : truncateVisibly(replyText, maxLength);
  const parsed = parseAnswer(question, answerKind === 'number' ? text.replace(',', '.') : text);
  return 'answer' in parsed ? [parsed.answer] : undefined;
}
