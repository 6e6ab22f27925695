/** Data that all fields of a survey form share. */
import type { Category } from '@waypost/contract/categories/categories';
import { createContext, useContext } from 'react';

/** The shared data. */
export interface SurveyFormContextValue {
  categories: readonly Category[];
  /** Initial centre of maps. */
  defaultCenter: { lat: number; lon: number };
  /** Absent in previews. */
  surveyId?: number;
  /** Id of the edited post, which cannot be linked to itself. */
  postId?: number;
}

/** Provided by `SurveyForm`. */
export const SurveyFormContext = createContext<SurveyFormContextValue>({
  categories: [],
  defaultCenter: { lat: 0, lon: 0 },
});

/** The shared data of the surrounding form. */
export const useSurveyFormContext = (): SurveyFormContextValue => useContext(SurveyFormContext);
