import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../../ui/feedback/screen-states.tsx';
import { usePageTitle } from '../../../ui/layout/screen-title.tsx';

/** Placeholder beside the list while no post is open. */
export function NoPostSelected() {
  const { t } = useTranslation();
  usePageTitle(t('post.list.title'));
  return <EmptyState title={t('post.none.title')}>{t('post.none.text')}</EmptyState>;
}
