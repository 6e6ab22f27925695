/**
 * A refusal in the reader's words: by the slug that our server sends, else by the server's own sentence.
 * keys: fault.* problem.* field.*
 */
import type { ErrorEntry } from '@waypost/contract/problems';
import { exists, t } from 'i18next';
import { type ApiError, isApiError } from './api-error.ts';
import { isMissingPart } from './missing-part.ts';
import { limitOf } from './plan-limits.ts';

const translate = (key: string, values: Record<string, string | number> = {}): string | null =>
  exists(key) ? t(key as never, values) : null;

/** The field an entry is about: `title` for `/title`, null for a headline. */
const fieldOf = (entry: ErrorEntry): string | null => entry.source?.pointer.split('/')[1] ?? null;

/** `author_email` becomes `Author email` when nobody gave it a name. */
const spelled = (field: string) => `${field.charAt(0).toUpperCase()}${field.slice(1)}`.replaceAll('_', ' ');

/**
 * One entry as a sentence.
 * @param label what the form calls the field; found or spelled out when not given
 */
export function entryText(entry: ErrorEntry, label?: string): string | null {
  const field = fieldOf(entry);
  const name = label ?? (field ? (translate(`field.${field}`) ?? spelled(field)) : '');
  const limit = limitOf(entry);
  if (limit) return t(`limit.${limit}`);
  const values = { label: name, ...entry.params };
  const slug = entry.code;
  const known = slug ? (translate(`fault.${slug}`, values) ?? translate(`problem.${slug}`, values)) : null;
  // What would have been right; the server's own word for it is English.
  const right = slug === 'valueType' && translate(`surveyForm.fault.kind.${entry.params?.['kind'] ?? ''}`);
  if (known && right) return `${known} ${right}`;
  return known ?? entry.message?.trim() ?? entry.title ?? null;
}

/** For an answer without words: what did not succeed (spec 1 §8, "Generic save / delete / entry"). */
function withoutWords({ status, purpose }: ApiError): string {
  const known = translate(`problem.status.${status === 502 || status === 504 ? 503 : status}`);
  if (known) return known;
  if (purpose === 'delete') return t('problem.delete');
  if (purpose === 'save') return t(status === 400 || status === 422 ? 'problem.entry' : 'problem.save');
  return t(status >= 500 ? 'problem.server.failed' : 'problem.unknown');
}

/** Every message of an error: the fields' when there are some, since the headline only announces them. */
export function problemTexts(error: unknown): string[] {
  if (isMissingPart(error)) return [t('problem.missingPart')];
  if (!isApiError(error)) return [t('problem.unknown')];
  if (error.kind === 'network') return [t('problem.network')];
  if (error.kind === 'unreadable') return [t('problem.unreadable')];
  const ofFields = error.entries.filter((it) => it.source);
  const told = (ofFields.length > 0 ? ofFields : error.entries).flatMap((it) => entryText(it) ?? []);
  return told.length > 0 ? told : [withoutWords(error)];
}

/** The first of them: for a notice. */
export const problemText = (error: unknown): string => problemTexts(error)[0] ?? t('problem.unknown');

/**
 * Messages by field, for a form's `setErrors`.
 * @param labels what the form calls its fields
 */
export function fieldErrors(
  error: unknown,
  labels: Readonly<Record<string, string>> = {},
): Record<string, string> {
  if (!isApiError(error)) return {};
  return Object.fromEntries(
    error.entries.flatMap((entry) => {
      const field = fieldOf(entry);
      const text = field ? entryText(entry, labels[field]) : null;
      return field && text ? [[field, text]] : [];
    }),
  );
}
