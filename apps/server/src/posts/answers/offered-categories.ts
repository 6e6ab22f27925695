/** Categories that a survey offers. Posts may have others, which came as `tags` or were offered before (API v3 §2.1). Pure. */
import type { AttributeRow } from '../../surveys/surveys.public.ts';

/** Whether the attribute offers the category. An attribute without options offers all of them. */
export const isOfferedCategory = ({ options }: Pick<AttributeRow, 'options'>, id: number): boolean =>
  options.length === 0 || options.some((it) => Number(it) === id);
