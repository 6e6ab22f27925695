import type { Survey } from '@waypost/contract/surveys/surveys';
import { useTranslation } from 'react-i18next';
import './public-view-labels.ts';

/** The settings of a survey that decide what others see of places. */
export type PlaceRules = Pick<Survey, 'hide_location' | 'place_mask' | 'place_min_reports'>;

/** What others see of the places of reports; empty where they see all. */
export function usePlaceLines({ hide_location, place_mask, place_min_reports = 1 }: PlaceRules): string[] {
  const { t } = useTranslation();
  if (!hide_location) return [];
  if (place_mask === 'hidden') return [t('publicView.sees.placeHidden')];
  const rounded = t('publicView.sees.placeRounded');
  return place_min_reports > 1 ? [rounded, t('publicView.sees.placeFew')] : [rounded];
}
