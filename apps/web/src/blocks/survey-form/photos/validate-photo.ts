/** Validates pictures before the upload, with the server's rules. */
import { limits } from '@waypost/contract/common/limits';
import { t } from 'i18next';
import { formatBytes } from './format-bytes.ts';
import type { NewPhoto } from './new-photo.ts';
import { isHeic } from './picture-files.ts';

const acceptedTypes = new Set(['image/jpeg', 'image/png', 'image/gif', 'image/webp']);

/** @returns the error message, or undefined when the picture can be uploaded */
export function validatePhoto({ blob, name }: NewPhoto): string | undefined {
  const isAccepted = acceptedTypes.has(blob.type) || isHeic({ type: blob.type, name });
  if (!isAccepted) return t('fault.fileType');
  if (blob.size === 0) return t('fault.fileBroken');
  return blob.size > limits.mediaBytes
    ? t('surveyForm.photo.tooBig', { max: formatBytes(limits.mediaBytes) })
    : undefined;
}
