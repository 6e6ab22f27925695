import { deletePost } from '@waypost/contract/posts/posts';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../api/use-call.ts';
import { BulkDialog } from '../../../ui/dialog/bulk-dialog.tsx';
import { notify } from '../../../ui/feedback/toast.tsx';
import { type BulkActionProps, useBulkAction } from './use-bulk-action.ts';

/** Deletes several posts after a confirmation. */
export function BulkDeleteDialog(props: BulkActionProps) {
  const { t } = useTranslation();
  const remove = useCall(deletePost, { invalidates: [] });
  const bulk = useBulkAction(props, true, (deletedItems) =>
    notify('success', t('post.bulk.deleted', { count: deletedItems.length })),
  );
  return (
    <BulkDialog
      title={t('post.bulk.delete.title', { count: props.posts.length })}
      confirmLabel={t('post.bulk.delete.action', { count: props.posts.length })}
      tone="danger"
      processItem={({ id }) => remove.mutateAsync({ params: { id } })}
      {...bulk}
    >
      <p>{t('post.bulk.delete.text')}</p>
    </BulkDialog>
  );
}
