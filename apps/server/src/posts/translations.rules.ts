/** Which answers of a post are words that can be said in another language. Pure. */
import type { AttributeRow } from '../surveys/surveys.public.ts';

const types = new Set<AttributeRow['type']>(['varchar', 'text', 'markdown']);
const inputs = new Set<AttributeRow['input']>(['text', 'textarea', 'markdown']);

/** Choices are the survey's words; places, pictures and numbers are the same in every language. */
export const isInWords = ({ type, input }: Pick<AttributeRow, 'type' | 'input'>): boolean =>
  types.has(type) && inputs.has(input);
