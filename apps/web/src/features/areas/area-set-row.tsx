/** A set of areas in the list. */
import { ActionIcon } from '@mantine/core';
import { IconFileUpload, IconMap, IconPencil, IconPolygon, IconTrash } from '@tabler/icons-react';
import { type AreaSet, deleteAreaSet } from '@waypost/contract/areas/areas';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatErrorMessages } from '../../api/error-text.ts';
import { useCall } from '../../api/use-call.ts';
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx';
import { useLazyDialog } from '../../ui/dialog/lazy-dialog.tsx';
import { Icon } from '../../ui/display/icon.tsx';
import rows from '../../ui/display/row-list.module.css';
import { ListSkeleton } from '../../ui/feedback/screen-states.tsx';
import { areaQueryKeys } from './area-query-keys.ts';
import classes from './areas.module.css';

const AreaSetPreview = lazy(() => import('./area-set-preview.tsx'));

/** The row. */
export function AreaSetRow({ set }: { set: AreaSet }) {
  const { t } = useTranslation();
  const [isShown, setShown] = useState(false);
  const [isConfirming, setConfirming] = useState(false);
  const editing = useLazyDialog(() => import('./edit-areas-dialog.tsx'));
  const drawing = useLazyDialog(() => import('./draw-area-dialog.tsx'));
  const replacing = useLazyDialog(() => import('./replace-areas-dialog.tsx'));
  const remove = useCall(deleteAreaSet, { invalidates: areaQueryKeys });
  const { id, name, level, area_count: total, allowed_privileges: privileges } = set;
  return (
    <li className={rows['row']}>
      <div className={rows['text']}>
        <strong>
          <bdi>{name}</bdi>
        </strong>
        <span className={rows['detail']} data-figures>
          {t('areas.facts', { level, total })}
        </span>
      </div>
      <div className={classes['actions']}>
        {total > 0 && (
          <ActionIcon
            size={44}
            variant="subtle"
            color="gray"
            aria-label={t('areas.preview.named', { name })}
            aria-expanded={isShown}
            onClick={() => setShown(!isShown)}
          >
            <Icon icon={IconMap} size={18} />
          </ActionIcon>
        )}
        {privileges.includes('update') && (
          <>
            <ActionIcon
              size={44}
              variant="subtle"
              color="gray"
              aria-label={t('areas.edit.named', { name })}
              onClick={() => editing.open({ set })}
            >
              <Icon icon={IconPencil} size={18} />
            </ActionIcon>
            <ActionIcon
              size={44}
              variant="subtle"
              color="gray"
              aria-label={t('areas.draw.named', { name })}
              onClick={() => drawing.open({ set })}
            >
              <Icon icon={IconPolygon} size={18} />
            </ActionIcon>
            <ActionIcon
              size={44}
              variant="subtle"
              color="gray"
              aria-label={t('areas.replace.named', { name })}
              onClick={() => replacing.open({ set })}
            >
              <Icon icon={IconFileUpload} size={18} />
            </ActionIcon>
          </>
        )}
        {privileges.includes('delete') && (
          <ActionIcon
            size={44}
            variant="subtle"
            color="red"
            aria-label={t('areas.delete.named', { name })}
            onClick={() => setConfirming(true)}
          >
            <Icon icon={IconTrash} size={18} />
          </ActionIcon>
        )}
      </div>
      {isShown && total > 0 && (
        <Suspense fallback={<ListSkeleton rows={1} height={360} />}>
          <AreaSetPreview key={total} set={set} />
        </Suspense>
      )}
      {editing.dialog}
      {replacing.dialog}
      {drawing.dialog}
      {isConfirming && (
        <ConfirmDialog
          title={t('areas.delete.question', { name })}
          confirmLabel={t('areas.delete.action')}
          formatErrors={formatErrorMessages}
          onClose={() => setConfirming(false)}
          onConfirm={() => remove.mutateAsync({ params: { id } })}
        >
          {t('areas.delete.text')}
        </ConfirmDialog>
      )}
    </li>
  );
}
