import { useQuery } from '@tanstack/react-query';
import { type AreaFeature, listAreaOutlines } from '@waypost/contract/areas/area-outlines';
import { type AreaSet, deleteAreas } from '@waypost/contract/areas/areas';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatErrorMessages } from '../../api/error-text.ts';
import { buildEndpointQuery } from '../../api/query-client.ts';
import { useCall } from '../../api/use-call.ts';
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx';
import { useLazyDialog } from '../../ui/dialog/lazy-dialog.tsx';
import { ErrorState, ListSkeleton } from '../../ui/feedback/screen-states.tsx';
import { areaQueryKeys } from './area-query-keys.ts';
import { AreasPreview } from './areas-preview.tsx';

/** The areas of a set on a map, where single ones can be changed and deleted. */
export default function AreaSetPreview({ set }: { set: AreaSet }) {
  const { t } = useTranslation();
  const { id, name, allowed_privileges: privileges } = set;
  const [deleted, setDeleted] = useState<AreaFeature | null>(null);
  const editing = useLazyDialog(() => import('./edit-area-dialog.tsx'));
  const remove = useCall(deleteAreas, { invalidates: areaQueryKeys });
  const { data, error, refetch } = useQuery({
    ...buildEndpointQuery(listAreaOutlines, { query: { set: id } }),
    staleTime: 0,
  });
  if (error && !data)
    return <ErrorState messages={formatErrorMessages(error)} onRetry={() => void refetch()} />;
  if (!data) return <ListSkeleton rows={1} height={360} />;
  return (
    <>
      <AreasPreview
        areas={data.features}
        name={name}
        {...(privileges.includes('update')
          ? { onEdit: (area) => editing.open({ id: area.id }), onDelete: setDeleted }
          : {})}
      />
      {editing.dialog}
      {deleted && (
        <ConfirmDialog
          title={t('areas.delete.question', { name: deleted.properties.name })}
          confirmLabel={t('areas.delete.one')}
          formatErrors={formatErrorMessages}
          onClose={() => setDeleted(null)}
          onConfirm={() => remove.mutateAsync({ params: { id }, query: { area: String(deleted.id) } })}
        >
          {t('areas.delete.textOne')}
        </ConfirmDialog>
      )}
    </>
  );
}
