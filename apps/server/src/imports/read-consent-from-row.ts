/** What a reporter agreed to, from the columns that exports of this program have (docs/decisions/0071). */
import { consentUseHeadings } from '@waypost/contract/exports/exports';
import { type ConsentUse, consentUses } from '@waypost/contract/surveys/survey-consent';
import { trimCell } from '@waypost/survey-logic/csv/parse-row';
import type { StoredConsent } from '../posts/posts.public.ts';

/** The column of a use that reporters were asked about. */
export interface ConsentColumn {
  use: ConsentUse;
  column: number;
}

/** The columns of an export of this program. @param columns the heading */
export const findConsentColumns = (columns: readonly string[]): ConsentColumn[] =>
  consentUses
    .map((use) => ({ use, column: columns.findIndex((it) => it.trim() === consentUseHeadings[use]) }))
    .filter(({ column }) => column >= 0);

/**
 * The answers in the columns, whether or not the columns are mapped: a no must not get lost on the way. Cells with other texts than yes
 * and no are no answer.
 */
export function readConsentFromRow(
  columns: readonly ConsentColumn[],
  cells: readonly string[],
): StoredConsent {
  const answers = columns.map(({ use, column }) => ({
    use,
    answer: trimCell(cells[column] ?? '').toLowerCase(),
  }));
  const listUses = (wanted: string) =>
    answers.filter(({ answer }) => answer === wanted).map(({ use }) => use);
  return { agreed_uses: listUses('yes'), declined_uses: listUses('no') };
}
