import { useTranslation } from 'react-i18next';
import type { Column } from './columns.ts';

/** Returns the name of a column. keys: post.table.column.* */
export function useColumnName(): (column: Column) => string {
  const { t } = useTranslation();
  return (column) => column.attribute?.label ?? t(`post.table.column.${column.id as 'title'}`);
}
