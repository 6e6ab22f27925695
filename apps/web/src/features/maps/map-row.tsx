/** A map in the list: what it is, its state, and what can be done with it. */
import '@mantine/core/styles/Switch.layer.css';
import { ActionIcon, Button, Switch } from '@mantine/core';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import {
  deleteMapArchive,
  type MapArchive,
  updateMapArchive,
} from '@waypost/contract/map-archives/map-archives';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatErrorMessages } from '../../api/error-text.ts';
import { notifyError } from '../../api/notify-error.ts';
import { useCall } from '../../api/use-call.ts';
import { dropUpload } from '../../blocks/map-archives/archive-uploads.ts';
import { findFailedAddress } from '../../blocks/map-archives/failed-address.ts';
import { MapSummary } from '../../blocks/map-archives/map-summary.tsx';
import { OpenHereButton } from '../../blocks/map-archives/open-here-button.tsx';
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx';
import { useLazyDialog } from '../../ui/dialog/lazy-dialog.tsx';
import { Icon } from '../../ui/display/icon.tsx';
import rows from '../../ui/display/row-list.module.css';
import { StepButtons } from '../../ui/form/reorder-buttons.tsx';
import classes from './maps.module.css';

interface Props {
  archive: MapArchive;
  /** From 0: the one that is drawn on top. */
  index: number;
  count: number;
}

/** The row. */
export function MapRow({ archive, index, count }: Props) {
  const { allowed_privileges: privileges } = archive;
  return (
    <li className={rows['row']}>
      <MapSummary archive={archive} />
      {privileges.includes('update') && <OpenHereButton archive={archive} />}
      {findFailedAddress(archive) && privileges.includes('delete') && <RetryButton archive={archive} />}
      <div className={classes['actions']}>
        {privileges.includes('update') && <ChangeButtons archive={archive} index={index} count={count} />}
        {privileges.includes('delete') && <DeleteButton archive={archive} />}
      </div>
    </li>
  );
}

function ChangeButtons({ archive, index, count }: Props) {
  const { t } = useTranslation();
  const renaming = useLazyDialog(() => import('./rename-map-dialog.tsx'));
  const turn = useCall(updateMapArchive, { onError: notifyError });
  const move = useCall(updateMapArchive, { onError: notifyError });
  const { id, name, state, active, position } = archive;
  const params = { id };
  return (
    <>
      {state === 'ready' && (
        <Switch
          size="md"
          checked={active}
          disabled={turn.isPending}
          aria-label={t('maps.toggle', { name })}
          onChange={(event) => turn.mutate({ params, body: { active: event.currentTarget.checked } })}
        />
      )}
      <StepButtons
        id={`map${id}`}
        label={name}
        index={index}
        count={count}
        onStep={(by) => move.mutate({ params, body: { position: position - by } })}
      />
      <ActionIcon
        size={44}
        variant="subtle"
        color="gray"
        aria-label={t('maps.rename.named', { name })}
        onClick={() => renaming.open({ archive })}
      >
        <Icon icon={IconPencil} size={18} />
      </ActionIcon>
      {renaming.dialog}
    </>
  );
}

/** Opens the form with the address that could not be added. */
function RetryButton({ archive }: { archive: MapArchive }) {
  const { t } = useTranslation();
  const adding = useLazyDialog(() => import('./add-map-dialog.tsx'));
  return (
    <>
      <Button variant="default" onClick={() => adding.open({ failed: archive })}>
        {t('action.retry')}
      </Button>
      {adding.dialog}
    </>
  );
}

function DeleteButton({ archive: { id, name } }: { archive: MapArchive }) {
  const { t } = useTranslation();
  const [isConfirming, setConfirming] = useState(false);
  const remove = useCall(deleteMapArchive, { onSuccess: () => dropUpload(id) });
  return (
    <>
      <ActionIcon
        size={44}
        variant="subtle"
        color="red"
        aria-label={t('maps.delete.named', { name })}
        onClick={() => setConfirming(true)}
      >
        <Icon icon={IconTrash} size={18} />
      </ActionIcon>
      {isConfirming && (
        <ConfirmDialog
          title={t('maps.delete.question', { name })}
          confirmLabel={t('maps.delete.action')}
          formatErrors={formatErrorMessages}
          onClose={() => setConfirming(false)}
          onConfirm={() => remove.mutateAsync({ params: { id } })}
        >
          {t('maps.delete.text')}
        </ConfirmDialog>
      )}
    </>
  );
}
