/** Why a row was rejected, as text shown beside its column. keys: dataImport.reason.* */
import type { RejectedRow } from '@waypost/contract/imports/imports';
import type { ExpectedAnswer } from '@waypost/survey-logic/expected-answers';
import { exists, t } from 'i18next';
import { formatErrorEntry } from '../../api/error-text.ts';
import { findExpectedAnswer } from '../../api/expected-answer-texts.ts';

const otherFormat = 'dataImport.reason.kind.other';

/** Which format a cell should have. */
const formatReasons = {
  text: otherFormat,
  int: 'dataImport.reason.kind.int',
  decimal: 'dataImport.reason.kind.decimal',
  datetime: 'dataImport.reason.kind.datetime',
  point: 'dataImport.reason.kind.point',
  geometry: otherFormat,
  id: otherFormat,
  category: otherFormat,
  link: 'dataImport.reason.kind.link',
  phone: 'dataImport.reason.kind.phone',
  video: 'dataImport.reason.kind.video',
} as const satisfies Record<ExpectedAnswer, string>;

/** Shorter than in a form, where the message contains the name of the field; the same as there without a column. */
export function formatRejectionReason(entry: RejectedRow['errors'][number]): string {
  if (entry.column === null) return formatErrorEntry(entry) ?? '';
  if (entry.code === 'valueType') {
    const kind = findExpectedAnswer(entry);
    return t(kind ? formatReasons[kind] : otherFormat);
  }
  const key = `dataImport.reason.${entry.code ?? ''}`;
  if (exists(key)) return t(key as never, { ...entry.params });
  return formatErrorEntry(entry, entry.column) ?? '';
}
