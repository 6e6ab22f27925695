import { useTranslation } from 'react-i18next';
import { usePageTitle } from '../../ui/screen-title.tsx';
import { EmptyState } from '../../ui/states.tsx';

/** Where a post will be, beside the list. */
export function NoPostOpen() {
  const { t } = useTranslation();
  usePageTitle(t('post.list.title'));
  return <EmptyState title={t('post.none.title')}>{t('post.none.text')}</EmptyState>;
}
