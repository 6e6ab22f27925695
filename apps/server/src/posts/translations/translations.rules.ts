/** Which attributes have answers that can be translated. Pure. */
import { fieldInputs, fieldTypes } from '@waypost/contract/surveys/field-types';
import type { AttributeRow } from '../../surveys/surveys.public.ts';

/** Only free text is translated. Options belong to the survey; places, media and numbers are the same in every language. */
export const isTranslatable = ({ type, input }: Pick<AttributeRow, 'type' | 'input'>): boolean =>
  fieldTypes[type].isTranslatable && fieldInputs[input].isFreeText;
