/** What a survey asks by text message, and what an answer in words means. Pure. */
import type { AttributeType } from '@waypost/contract/attributes';
import { limits } from '@waypost/contract/limits';
import { type Answer, readAnswer } from '@waypost/survey-logic/read-answer';
import type { AttributeRow, SurveyFields } from '../surveys/surveys.public.ts';

/** What can be answered in words. The post's own title and text are not asked (wire 5.1). */
const inWords: ReadonlySet<AttributeType> = new Set([
  'varchar',
  'text',
  'markdown',
  'int',
  'decimal',
  'datetime',
]);
const choices: ReadonlySet<string> = new Set(['select', 'radio', 'checkbox', 'checkboxes']);
const severalChoices: ReadonlySet<string> = new Set(['checkbox', 'checkboxes']);

const isAsked = ({ type, input }: AttributeRow) => inWords.has(type) && input !== 'video';

/** The questions of the first task that has any, in order; what is for the team alone is not asked of others. */
export function questionsOf({ tasks, attributes }: SurveyFields): AttributeRow[] {
  for (const task of tasks) {
    const asked = attributes.filter((it) => it.form_stage_id === task.id && isAsked(it));
    if (!task.task_is_internal_only && asked.length > 0) return asked;
  }
  return [];
}

/** As it is sent: what can be chosen stands below it, numbered. */
export function textOf({ label, input, options }: AttributeRow): string {
  if (!choices.has(input) || options.length === 0) return label;
  return [label, ...options.map((option, at) => `${at + 1} ${option}`)].join('\n');
}

const folded = (text: string) => text.trim().toLocaleLowerCase();

/** An option by its number or its words. */
function chosen(options: readonly (string | number)[], said: string): string | undefined {
  const byWords = options.find((option) => folded(String(option)) === folded(said));
  const byNumber = /^\d{1,3}[.)]?$/.test(said.trim()) ? options[Number.parseInt(said, 10) - 1] : undefined;
  const found = byWords ?? byNumber;
  return found === undefined ? undefined : String(found);
}

/** What was meant; undefined when it is no answer to the question. */
export function meant(question: AttributeRow, said: string): Answer[] | undefined {
  const { input, options, type } = question;
  if (choices.has(input) && options.length > 0) {
    const parts = severalChoices.has(input)
      ? said.split(/[,;\n]+|\s+(?=\d)/).filter((it) => it.trim())
      : [said];
    const found = parts.map((part) => chosen(options, part));
    return found.every((it) => it !== undefined) && found.length > 0 ? [...new Set(found)] : undefined;
  }
  const text = type === 'varchar' ? Array.from(said).slice(0, limits.varchar).join('') : said;
  const reading = readAnswer(question, type === 'int' || type === 'decimal' ? text.replace(',', '.') : text);
  return 'answer' in reading ? [reading.answer] : undefined;
}
