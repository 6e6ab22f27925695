/** Which attributes have answers that can be translated. Pure. */
import type { AttributeRow } from '../../surveys/surveys.public.ts';

const translatableTypes = new Set<AttributeRow['type']>(['varchar', 'text', 'markdown']);
const translatableInputs = new Set<AttributeRow['input']>(['text', 'textarea', 'markdown']);

/** Only free text is translated. Options belong to the survey; places, media and numbers are the same in every language. */
export const isTranslatable = ({ type, input }: Pick<AttributeRow, 'type' | 'input'>): boolean =>
  translatableTypes.has(type) && translatableInputs.has(input);
