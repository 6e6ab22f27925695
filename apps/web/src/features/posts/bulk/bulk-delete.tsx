import { deletePost } from '@waypost/contract/posts';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { BulkDialog } from '../../../ui/bulk-dialog.tsx';
import { notify } from '../../../ui/notice.tsx';
import { type BulkProps, useBulk } from './use-bulk.ts';

export function BulkDelete(props: BulkProps) {
  const { t } = useTranslation();
  const bulk = useBulk(props, true, (done) =>
    notify('success', t('post.bulk.deleted', { count: done.length })),
  );
  return (
    <BulkDialog
      title={t('post.bulk.delete.title', { count: props.posts.length })}
      action={t('post.bulk.delete.action', { count: props.posts.length })}
      tone="danger"
      act={({ id }) => call(deletePost, { params: { id } }, { quiet: true })}
      {...bulk}
    >
      <p>{t('post.bulk.delete.text')}</p>
    </BulkDialog>
  );
}
