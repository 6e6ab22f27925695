/** When the reports of a survey become public. Pure. */
import type { Survey } from '@waypost/contract/surveys/surveys';

/** The settings of a survey that decide it. */
export type PublicationDelay = Partial<Pick<Survey, 'hide_time' | 'publication_delay_hours'>>;

const [hourMs, dayMs] = [3_600_000, 86_400_000];

/**
 * The earliest time at which others can see a report; the same as `find_public_from` in the database. Where the survey hides times, it is
 * the end of a day in UTC.
 * @param created when the report is sent, in milliseconds
 * @returns null for a survey without a delay
 */
export function findPublicFrom(
  { hide_time = false, publication_delay_hours = 0 }: PublicationDelay,
  created: number,
): Date | null {
  if (publication_delay_hours <= 0) return null;
  const earliest = created + publication_delay_hours * hourMs;
  return new Date(hide_time ? (Math.floor(earliest / dayMs) + 1) * dayMs : earliest);
}
