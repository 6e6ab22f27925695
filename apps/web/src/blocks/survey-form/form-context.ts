/** Data that all fields of a survey form share. */
import type { Category } from '@waypost/contract/categories/categories';
import { createContext, useContext } from 'react';

/** The shared data. */
export interface SurveyFormContextValue {
  categories: readonly Category[];
  /** Initial centre of maps. */
  defaultCenter: { lat: number; lon: number };
  /** What the person looked at on the map before; absent when the map was not moved. */
  lookedAt?: { center: { lat: number; lon: number }; zoom: number };
  /** Absent in previews. */
  surveyId?: number;
  /** Id of the edited post, which cannot be linked to itself. */
  postId?: number;
  /** Answers that were read from the text of a message, by key. They are marked until they are changed. */
  textAnswers?: Readonly<Record<string, readonly unknown[]>>;
}

/** Provided by `SurveyForm`. */
export const SurveyFormContext = createContext<SurveyFormContextValue>({
  categories: [],
  defaultCenter: { lat: 0, lon: 0 },
});

/** The shared data of the surrounding form. */
export const useSurveyFormContext = (): SurveyFormContextValue => useContext(SurveyFormContext);

/** Title and text of the report as they were written a moment ago, in which places are looked for. */
export const ReportTextContext = createContext('');

/** Title and text, joined. */
export const useReportText = (): string => useContext(ReportTextContext);
