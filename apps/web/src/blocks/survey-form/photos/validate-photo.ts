/** Validates pictures before the upload, with the server's rules. */
import { limits } from '@waypost/contract/common/limits';
import { t } from 'i18next';
import { formatBytes } from './format-bytes.ts';
import type { NewPhoto } from './new-photo.ts';

const acceptedTypes = new Set(['image/jpeg', 'image/png', 'image/gif', 'image/webp']);

/** @returns the error message, or undefined when the picture can be uploaded */
export function validatePhoto({ blob }: NewPhoto): string | undefined {
  if (!acceptedTypes.has(blob.type)) return t('surveyForm.photo.notAPicture');
  return blob.size > limits.mediaBytes
    ? t('surveyForm.photo.tooBig', { max: formatBytes(limits.mediaBytes) })
    : undefined;
}
