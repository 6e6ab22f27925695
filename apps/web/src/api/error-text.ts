/**
 * Error messages in the reader's language: by the code that our server sends, else the server's own sentence.
 * keys: fault.* problem.* field.*
 */
import type { ErrorEntry } from '@waypost/contract/common/error-envelope';
import { exists, t } from 'i18next';
import { type ApiError, isApiError } from './api-error.ts';
import { isChunkLoadError } from './chunk-load-error.ts';
import { formatExpectedAnswer } from './expected-answer-texts.ts';
import { findPlanLimit } from './plan-limits.ts';

/** Ends a sentence before a colon whose parameter is missing or empty. */
const dropEmptyEnding = (text: string): string =>
  text.replace(/\s?[:：][\s\u2066-\u2069]*(?:\{\{\w+\}\}\u2069?)?([.。।]?)$/u, (_, stop) => stop || '.');

const translate = (key: string, values: Record<string, string | number> = {}): string | null =>
  exists(key) ? dropEmptyEnding(t(key as never, values)) : null;

/** The field an entry is about: `title` for `/title`, null for a headline. */
const findErrorField = (entry: ErrorEntry): string | null => entry.source?.pointer.split('/')[1] ?? null;

/** `author_email` becomes `Author email`, for fields without a translation. */
const humanizeField = (field: string) =>
  `${field.charAt(0).toUpperCase()}${field.slice(1)}`.replaceAll('_', ' ');

/**
 * The message of one entry; null when it has none.
 * @param label of the field in the form; translated or derived from the field name by default
 */
export function formatErrorEntry(entry: ErrorEntry, label?: string): string | null {
  const field = findErrorField(entry);
  const name = label ?? (field ? (translate(`field.${field}`) ?? humanizeField(field)) : '');
  const limit = findPlanLimit(entry);
  if (limit) return t(`limit.${limit}`);
  const holder = translate(`problem.holder.${entry.params?.['holder'] ?? ''}`);
  const values = { label: name, ...entry.params, ...(holder ? { user: holder } : {}) };
  const { code } = entry;
  const translated = code
    ? (translate(`fault.${code}`, values) ?? translate(`problem.${code}`, values))
    : null;
  // The parameter itself is in English.
  const expectedFormat = formatExpectedAnswer(entry);
  if (translated && expectedFormat) return `${translated} ${expectedFormat}`;
  return translated ?? entry.message?.trim() ?? entry.title ?? null;
}

/** The message for a response without messages: which action failed (spec 1 §8, "Generic save / delete / entry"). */
function formatFallbackError({ status, purpose }: ApiError): string {
  const translated = translate(`problem.status.${status === 502 || status === 504 ? 503 : status}`);
  if (translated) return translated;
  if (purpose === 'delete') return t('problem.delete');
  if (purpose === 'save') return t(status === 400 || status === 422 ? 'problem.entry' : 'problem.save');
  return t(status >= 500 ? 'problem.server.failed' : 'problem.unknown');
}

/** Every message of an error. The headline is omitted when there are field errors, since it only announces them. */
export function formatErrorMessages(error: unknown): string[] {
  if (isChunkLoadError(error)) return [t('problem.missingPart')];
  if (!isApiError(error)) return [t('problem.unknown')];
  if (error.kind === 'network') return [t(navigator.onLine ? 'problem.network' : 'problem.notStored')];
  if (error.kind === 'unreadable') return [t('problem.unreadable')];
  const fieldEntries = error.entries.filter((it) => it.source);
  const entryTexts = (fieldEntries.length > 0 ? fieldEntries : error.entries).flatMap(
    (it) => formatErrorEntry(it) ?? [],
  );
  return entryTexts.length > 0 ? entryTexts : [formatFallbackError(error)];
}

/** The first message of an error, for a toast. */
export const formatErrorMessage = (error: unknown): string =>
  formatErrorMessages(error)[0] ?? t('problem.unknown');

/**
 * Messages by field, for a form's `setErrors`.
 * @param labels of the form's fields
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
