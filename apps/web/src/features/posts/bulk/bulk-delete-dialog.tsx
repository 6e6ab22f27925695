import { useTranslation } from 'react-i18next';
import { formatErrorMessages } from '../../../api/error-text.ts';
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx';

interface Props {
  /** Number of posts to delete. */
  count: number;
  onConfirm: () => Promise<void>;
  onClose: () => void;
}

/** Asks for confirmation before posts are deleted. Deletion cannot be undone. */
export default function BulkDeleteDialog({ count, onConfirm, onClose }: Props) {
  const { t } = useTranslation();
  return (
    <ConfirmDialog
      title={t('post.bulk.delete.title', { count })}
      confirmLabel={t('post.bulk.delete.action', { count })}
      onConfirm={() => onConfirm().then(onClose)}
      formatErrors={formatErrorMessages}
      onClose={onClose}
    >
      {t('post.bulk.delete.text')}
    </ConfirmDialog>
  );
}
