/** Control of the bottom sheet for the screen inside it. */
import { createContext, use } from 'react';

/** Lowers the sheet, so that the map behind it is visible; null without a sheet. */
export const LowerSheetContext = createContext<(() => void) | null>(null);

/** @returns a function that lowers the sheet around this component; null where there is none */
export const useLowerSheet = (): (() => void) | null => use(LowerSheetContext);
