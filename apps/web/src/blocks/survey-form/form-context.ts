/** What fields need to know beyond their own answer. */
import type { Category } from '@waypost/contract/categories/categories';
import { createContext, useContext } from 'react';

export interface SurveyFormContextValue {
  categories: readonly Category[];
  /** Where maps open. */
  defaultCenter: { lat: number; lon: number };
  /** Whose form it is; absent where it is only shown. */
  surveyId?: number;
  /** Id of the post being edited: it cannot be linked to itself. */
  postId?: number;
}

export const SurveyFormContext = createContext<SurveyFormContextValue>({
  categories: [],
  defaultCenter: { lat: 0, lon: 0 },
});

export const useSurveyFormContext = (): SurveyFormContextValue => useContext(SurveyFormContext);
