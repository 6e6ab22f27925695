/** What the server would not take anyway is told before anything is sent. */
import { limits } from '@waypost/contract/limits';
import { t } from 'i18next';
import { bytesText } from './bytes-text.ts';
import type { NewPhoto } from './new-photo.ts';

const types = new Set(['image/jpeg', 'image/png', 'image/gif', 'image/webp']);

/** @returns a sentence, or undefined when the picture can be sent */
export function faultPhoto({ blob }: NewPhoto): string | undefined {
  if (!types.has(blob.type)) return t('surveyForm.photo.notAPicture');
  return blob.size > limits.mediaBytes
    ? t('surveyForm.photo.tooBig', { max: bytesText(limits.mediaBytes) })
    : undefined;
}
