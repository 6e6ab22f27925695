/** What fields need to know beyond their own answer. */
import type { Category } from '@waypost/contract/categories';
import { createContext, useContext } from 'react';

export interface FormSurroundings {
  categories: readonly Category[];
  /** Where maps open. */
  defaultCenter: { lat: number; lon: number };
  /** Whose form it is; absent where it is only shown. */
  surveyId?: number;
  /** Id of the post being edited: it cannot be linked to itself. */
  postId?: number;
}

export const FormSurroundingsContext = createContext<FormSurroundings>({
  categories: [],
  defaultCenter: { lat: 0, lon: 0 },
});

export const useFormSurroundings = (): FormSurroundings => useContext(FormSurroundingsContext);
