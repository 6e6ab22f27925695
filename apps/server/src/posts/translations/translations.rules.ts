/** Which answers of a post are words that can be said in another language. Pure. */
import type { AttributeRow } from '../../surveys/surveys.public.ts';

const translatableTypes = new Set<AttributeRow['type']>(['varchar', 'text', 'markdown']);
const translatableInputs = new Set<AttributeRow['input']>(['text', 'textarea', 'markdown']);

/** Choices are the survey's words; places, pictures and numbers are the same in every language. */
export const isTranslatable = ({ type, input }: Pick<AttributeRow, 'type' | 'input'>): boolean =>
  translatableTypes.has(type) && translatableInputs.has(input);
