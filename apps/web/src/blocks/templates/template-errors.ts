/** Faults of a template with their places in the file. */
import type { ErrorEntry } from '@waypost/contract/common/error-envelope';
import { formatTemplatePath } from '@waypost/contract/templates/parse-template';
import { isApiError } from '../../api/api-error.ts';
import { formatErrorEntry, formatErrorMessages } from '../../api/error-text.ts';

const formatEntry = (entry: ErrorEntry): string[] => {
  const field = entry.source?.pointer.slice(1);
  const place = field === undefined ? '' : formatTemplatePath(field);
  const text = formatErrorEntry(entry, place);
  if (!text) return [];
  // Not every message names what it is about.
  return [text.includes(place) ? text : `${place}: ${text}`];
};

/** Messages that name the place of each fault. @param error an error of a request, or its entries */
export function formatTemplateErrors(error: unknown): string[] {
  if (Array.isArray(error)) return (error as ErrorEntry[]).flatMap(formatEntry);
  if (!isApiError(error)) return formatErrorMessages(error);
  const entries = error.entries.filter(({ source }) => source?.pointer.startsWith('/template/'));
  return entries.length > 0 ? entries.flatMap(formatEntry) : formatErrorMessages(error);
}
