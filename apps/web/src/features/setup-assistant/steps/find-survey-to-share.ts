/** The survey that the link leads to unless another is chosen. */
import type { Survey } from '@waypost/contract/surveys/surveys';

/**
 * The newest survey that everybody may answer, else the newest one. The survey that a deployment begins with is the oldest; of those
 * that a template created together, the first counts.
 */
export function findSurveyToShare(surveys: readonly Survey[]): Survey | undefined {
  const forEverybody = surveys.filter((survey) => survey.everyone_can_create);
  const candidates = forEverybody.length > 0 ? forEverybody : surveys;
  return candidates.toSorted((a, b) => b.created.localeCompare(a.created) || a.id - b.id)[0];
}
