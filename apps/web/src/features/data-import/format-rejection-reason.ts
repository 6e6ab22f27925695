/** Why a row was rejected, as text shown beside its column. keys: dataImport.reason.* */
import type { RejectedRow } from '@waypost/contract/imports/imports';
import { exists, t } from 'i18next';
import { formatErrorEntry } from '../../api/error-text.ts';

/** Shorter than in a form, where the message contains the name of the field; the same as there without a column. */
export function formatRejectionReason(entry: RejectedRow['errors'][number]): string {
  if (entry.column === null) return formatErrorEntry(entry) ?? '';
  if (entry.code === 'valueType') {
    const kind = `dataImport.reason.kind.${entry.params?.['kind'] ?? ''}`;
    return exists(kind) ? t(kind as never) : t('dataImport.reason.kind.other');
  }
  const key = `dataImport.reason.${entry.code ?? ''}`;
  if (exists(key)) return t(key as never, { ...entry.params });
  return formatErrorEntry(entry, entry.column) ?? '';
}
