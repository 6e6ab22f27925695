/** The empty state of a list whose only matching posts are archived, which the default leaves out. */
import '../bulk/bulk-labels.ts';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../../ui/feedback/screen-states.tsx';
import { useLoadedTranslations } from '../../../ui/i18n/i18n.ts';

interface Props {
  /** Number of archived posts. */
  count: number;
  onShow: () => void;
}

/** Says how many posts are hidden, and shows them. */
export default function ArchivedHidden({ count, onShow }: Props) {
  useLoadedTranslations();
  const { t } = useTranslation();
  return (
    <EmptyState
      title={t('post.list.noMatch.title')}
      action={
        <Button variant="default" onClick={onShow}>
          {t('bulkChange.archived.show')}
        </Button>
      }
    >
      {t('bulkChange.archived.hidden', { count })}
    </EmptyState>
  );
}
