import type { Category } from '@waypost/contract/categories/categories';
import { useTranslation } from 'react-i18next';
import { usePostCount } from './use-categories.ts';

/** What deleting categories changes: how many posts lose them, and which categories move up. */
export function DeletionEffects({ of: categories }: { of: readonly Category[] }) {
  const { t } = useTranslation();
  const ids = categories.map(({ id }) => id);
  const { data: posts } = usePostCount(ids);
  const left = categories.flatMap(({ children }) => children.filter(({ id }) => !ids.includes(id)));
  return (
    <>
      <p>
        {posts === undefined ? t('categories.delete.lead') : t('categories.delete.posts', { count: posts })}
      </p>
      {left.length > 0 && <p>{t('categories.delete.children', { count: left.length })}</p>}
    </>
  );
}
