/** Which format of an answer is expected, in the reader's language: by the `kind` of errors of the rule `valueType`. */
import type { ErrorEntry } from '@waypost/contract/common/error-envelope';
import type { ExpectedAnswer } from '@waypost/survey-logic/expected-answers';
import { t } from 'i18next';

/** The sentence that follows the message; null where the message says enough, or a control lets nothing else be entered. */
const formatTexts = {
  text: null,
  int: 'surveyForm.fault.kind.int',
  decimal: 'surveyForm.fault.kind.decimal',
  datetime: 'surveyForm.fault.kind.datetime',
  point: 'surveyForm.fault.kind.point',
  geometry: null,
  id: null,
  category: null,
  link: 'surveyForm.fault.kind.link',
  phone: 'surveyForm.fault.kind.phone',
  video: 'surveyForm.fault.kind.video',
} as const satisfies Record<ExpectedAnswer, string | null>;

/** The expected kind that an error names; undefined for one that this version does not know. */
export function findExpectedAnswer({ code, params }: ErrorEntry): ExpectedAnswer | undefined {
  const kind = params?.['kind'];
  const isKind = (it: unknown): it is ExpectedAnswer =>
    typeof it === 'string' && Object.hasOwn(formatTexts, it);
  return code === 'valueType' && isKind(kind) ? kind : undefined;
}

/** A sentence that says which format is expected, such as `Enter a date that exists.`; null for none. */
export function formatExpectedAnswer(entry: ErrorEntry): string | null {
  const kind = findExpectedAnswer(entry);
  const key = kind && formatTexts[kind];
  return key ? t(key) : null;
}
