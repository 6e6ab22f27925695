/** Which answers of a post are words that can be said in another language. Pure. */
import type { AttributeRow } from '../surveys/surveys.public.ts';

const types: readonly AttributeRow['type'][] = ['varchar', 'text', 'markdown'];
const inputs: readonly AttributeRow['input'][] = ['text', 'textarea', 'markdown'];

/** Choices are the survey's words; places, pictures and numbers are the same in every language. */
export const isInWords = ({ type, input }: Pick<AttributeRow, 'type' | 'input'>): boolean =>
  types.includes(type) && inputs.includes(input);
