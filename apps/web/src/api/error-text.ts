/**
 * A refusal in the reader's words: by the slug that our server sends, else by the server's own sentence.
 * keys: fault.* problem.* field.*
 */
import type { ErrorEntry } from '@waypost/contract/common/problems';
import { exists, t } from 'i18next';
import { type ApiError, isApiError } from './api-error.ts';
import { isChunkLoadError } from './chunk-load-error.ts';
import { findPlanLimit } from './plan-limits.ts';

const translate = (key: string, values: Record<string, string | number> = {}): string | null =>
  exists(key) ? t(key as never, values) : null;

/** The field an entry is about: `title` for `/title`, null for a headline. */
const findErrorField = (entry: ErrorEntry): string | null => entry.source?.pointer.split('/')[1] ?? null;

/** `author_email` becomes `Author email` when nobody gave it a name. */
const humanizeField = (field: string) =>
  `${field.charAt(0).toUpperCase()}${field.slice(1)}`.replaceAll('_', ' ');

/**
 * One entry as a sentence.
 * @param label what the form calls the field; found or spelled out when not given
 */
export function formatErrorEntry(entry: ErrorEntry, label?: string): string | null {
  const field = findErrorField(entry);
  const name = label ?? (field ? (translate(`field.${field}`) ?? humanizeField(field)) : '');
  const limit = findPlanLimit(entry);
  if (limit) return t(`limit.${limit}`);
  const values = { label: name, ...entry.params };
  const slug = entry.code;
  const translated = slug
    ? (translate(`fault.${slug}`, values) ?? translate(`problem.${slug}`, values))
    : null;
  // What would have been right; the server's own word for it is English.
  const expectedFormat =
    slug === 'valueType' && translate(`surveyForm.fault.kind.${entry.params?.['kind'] ?? ''}`);
  if (translated && expectedFormat) return `${translated} ${expectedFormat}`;
  return translated ?? entry.message?.trim() ?? entry.title ?? null;
}

/** For an answer without words: what did not succeed (spec 1 §8, "Generic save / delete / entry"). */
function formatFallbackError({ status, purpose }: ApiError): string {
  const translated = translate(`problem.status.${status === 502 || status === 504 ? 503 : status}`);
  if (translated) return translated;
  if (purpose === 'delete') return t('problem.delete');
  if (purpose === 'save') return t(status === 400 || status === 422 ? 'problem.entry' : 'problem.save');
  return t(status >= 500 ? 'problem.server.failed' : 'problem.unknown');
}

/** Every message of an error: the fields' when there are some, since the headline only announces them. */
export function formatErrorMessages(error: unknown): string[] {
  if (isChunkLoadError(error)) return [t('problem.missingPart')];
  if (!isApiError(error)) return [t('problem.unknown')];
  if (error.kind === 'network') return [t('problem.network')];
  if (error.kind === 'unreadable') return [t('problem.unreadable')];
  const ofFields = error.entries.filter((it) => it.source);
  const entryTexts = (ofFields.length > 0 ? ofFields : error.entries).flatMap(
    (it) => formatErrorEntry(it) ?? [],
  );
  return entryTexts.length > 0 ? entryTexts : [formatFallbackError(error)];
}

/** The first of them: for a notice. */
export const formatErrorMessage = (error: unknown): string =>
  formatErrorMessages(error)[0] ?? t('problem.unknown');

/**
 * Messages by field, for a form's `setErrors`.
 * @param labels what the form calls its fields
 */
export function formatFieldErrors(
  error: unknown,
  labels: Readonly<Record<string, string>> = {},
): Record<string, string> {
  if (!isApiError(error)) return {};
  return Object.fromEntries(
    error.entries.flatMap((entry) => {
      const field = findErrorField(entry);
      const text = field ? formatErrorEntry(entry, labels[field]) : null;
      return field && text ? [[field, text]] : [];
    }),
  );
}
