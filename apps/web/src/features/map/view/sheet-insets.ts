import { peekHeightPx } from '../../../ui/layout/lowered-sheet.ts';

/** What the lowered sheet covers of the map on a phone. */
export const sheetInsets = { bottom: peekHeightPx };
