/** Reads questions from pasted text, such as a list or cells of a table. Pure. */
import { limits } from '@waypost/contract/common/limits';
import type { FieldKind } from '@waypost/contract/surveys/field-types';

/** A question that was read, and what it becomes unless another kind is chosen. */
export interface PastedQuestion {
  label: string;
  kind: PastedKind;
  isRequired: boolean;
  options: string[];
}

/** The kinds that pasted questions can become. */
export const pastedKinds = [
  'shortText',
  'longText',
  'int',
  'decimal',
  'date',
  'datetime',
  'location',
  'upload',
  'select',
  'radio',
  'checkbox',
] as const satisfies readonly FieldKind[];
export type PastedKind = (typeof pastedKinds)[number];

/** From this number of choices on, they are a drop-down list. */
const minSelectOptions = 7;

/** `1.`, `a)`, `-`, `•` and similar in front of a line. */
const bullet = /^(?:[-*•–—▪◦○☐]|\(?\d{1,3}[.)]|\(?\p{L}[.)])\s+/u;
const stripBullet = (line: string) => line.trim().replace(bullet, '').trim();

const isIndented = (line: string) => /^(?:\t| {2,})/.test(line);

/** Whether a line is a choice of the question above it: it is indented, or has a dash where the question has none. */
const isOption = (line: string, questionLine: string) =>
  isIndented(line) || (/^\s*[-*•–—▪◦○☐]\s+/u.test(line) && !/^\s*[-*•–—▪◦○☐]\s+/u.test(questionLine));

const hasOptions = (kind: FieldKind) => kind === 'select' || kind === 'radio' || kind === 'checkbox';

/** Trims and shortens a text to the length that the server accepts. */
const toLabel = (text: string) => text.slice(0, limits.attributeLabel).trim();

function readQuestion(line: string): PastedQuestion {
  // A row of a table: the question, then its choices.
  const [first = '', ...cells] = stripBullet(line).split('\t');
  const isRequired = /[*＊]$/u.test(first.trim());
  const label = toLabel(
    first
      .trim()
      .replace(/[*＊]$/u, '')
      .trim(),
  );
  const options = cells
    .flatMap((cell) => cell.split(/[;；]/u))
    .map((cell) => cell.trim())
    .filter(Boolean);
  return { label, kind: 'shortText', isRequired, options };
}

/** @returns the questions in order; lines without text are skipped */
export function parseQuestions(text: string): PastedQuestion[] {
  const questions: PastedQuestion[] = [];
  let questionLine = '';
  for (const line of text.split(/\r\n?|\n/)) {
    if (stripBullet(line) === '') continue;
    const current = questions.at(-1);
    if (current && isOption(line, questionLine)) current.options.push(stripBullet(line));
    else {
      questions.push(readQuestion(line));
      questionLine = line;
    }
  }
  return questions
    .filter(({ label }) => label !== '')
    .map((question) => ({
      ...question,
      options: [...new Set(question.options)].map((option) => option.slice(0, limits.varchar)),
      kind:
        question.options.length === 0
          ? 'shortText'
          : question.options.length < minSelectOptions
            ? 'radio'
            : 'select',
    }));
}

/** Whether a question of this kind keeps its choices. */
export const keepsOptions = hasOptions;
