/** What a reporter agreed to, from the columns that exports of this program have (docs/decisions/0071). */
import { consentUseHeadings } from '@waypost/contract/exports/exports';
import { consentUses } from '@waypost/contract/surveys/survey-consent';
import { trimCell } from '@waypost/survey-logic/csv/parse-row';
import type { StoredConsent } from '../posts/posts.public.ts';

/**
 * The answers in the columns, whether or not the columns are mapped: a no must not get lost on the way. Cells with other texts than yes
 * and no are no answer.
 * @param columns the heading
 */
export function readConsentFromRow(columns: readonly string[], cells: readonly string[]): StoredConsent {
  const answers = consentUses.map((use) => {
    const column = columns.findIndex((heading) => heading.trim() === consentUseHeadings[use]);
    return { use, answer: trimCell(cells[column] ?? '').toLowerCase() };
  });
  const listUses = (wanted: string) =>
    answers.filter(({ answer }) => answer === wanted).map(({ use }) => use);
  return { agreed_uses: listUses('yes'), declined_uses: listUses('no') };
}
