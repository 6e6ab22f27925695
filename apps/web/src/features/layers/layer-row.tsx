/** A layer in the list: its state, and what can be done with it. */
import '@mantine/core/styles/Switch.layer.css';
import { ActionIcon, Switch } from '@mantine/core';
import { IconPencil, IconRefresh, IconTrash } from '@tabler/icons-react';
import { deleteLayer, type Layer, type LayerData, updateLayer } from '@waypost/contract/layers/layers';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatErrorEntry, formatErrorMessages } from '../../api/error-text.ts';
import { notifyError } from '../../api/notify-error.ts';
import { useCall } from '../../api/use-call.ts';
import { formatBytes } from '../../blocks/survey-form/photos/format-bytes.ts';
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx';
import { useLazyDialog } from '../../ui/dialog/lazy-dialog.tsx';
import { Icon } from '../../ui/display/icon.tsx';
import { RelativeTime } from '../../ui/display/relative-time.tsx';
import rows from '../../ui/display/row-list.module.css';
import { StepButtons } from '../../ui/form/reorder-buttons.tsx';
import { readLook } from './layer-look.ts';
import classes from './layers.module.css';
import { layerQueries } from './save-layer.ts';

/** Whether the server is about to fetch a layer. */
export const isBeingFetched = ({ active, data_url, data }: Layer): boolean =>
  active && data_url !== null && data?.pending === true;

interface Props {
  layer: Layer;
  /** From 0: the one that is drawn on top. */
  index: number;
  count: number;
}

/** The row. */
export function LayerRow({ layer, index, count }: Props) {
  const { allowed_privileges: privileges, data } = layer;
  return (
    <li className={rows['row']}>
      {layer.type === 'geojson' && (
        <span className={classes['swatch']} style={{ background: readLook(layer).color }} />
      )}
      <div className={rows['text']}>
        <strong>
          <bdi>{layer.name}</bdi>
        </strong>
        <LayerState layer={layer} />
        {data && <LayerFacts layer={layer} data={data} />}
      </div>
      <div className={classes['actions']}>
        {privileges.includes('update') && <ChangeButtons layer={layer} index={index} count={count} />}
        {privileges.includes('delete') && <DeleteButton layer={layer} />}
      </div>
    </li>
  );
}

function LayerState({ layer }: { layer: Layer }) {
  const { t } = useTranslation();
  const { type, active, data_url, visible_by_default: isVisible, is_base_map } = layer;
  if (type !== 'geojson' && data_url === null)
    return <span className={rows['detail']}>{t('layers.state.other')}</span>;
  if (!active) return <span className={rows['detail']}>{t('layers.state.off')}</span>;
  if (isBeingFetched(layer)) return <span className={rows['detail']}>{t('layers.state.fetching')}</span>;
  return (
    <span className={rows['detail']}>
      {is_base_map && `${t('layers.state.baseMap')} · `}
      {t(isVisible ? 'layers.state.shown' : 'layers.state.hidden')}
    </span>
  );
}

/** Entries, size, when it was fetched, and why it could not be. */
function LayerFacts({ layer: { data_url }, data }: { layer: Layer; data: LayerData }) {
  const { t } = useTranslation();
  const { features, size, received, failure } = data;
  const reason =
    failure &&
    formatErrorEntry(
      { status: 422, code: failure.rule, source: { pointer: '/data_url' }, params: failure.params },
      t('layers.field.address'),
    );
  return (
    <>
      {size !== null && (
        <span className={rows['detail']} data-figures>
          {features !== null && `${t('layers.entries', { number: features })} · `}
          {formatBytes(Math.max(size, 1000))}
          {data_url !== null && received && (
            <>
              {' · '}
              {t('layers.received')} <RelativeTime date={received} />
            </>
          )}
        </span>
      )}
      {failure && (
        <span className={rows['error']}>
          {t('layers.state.failed')} {reason}
        </span>
      )}
    </>
  );
}

function ChangeButtons({ layer, index, count }: Props) {
  const { t } = useTranslation();
  const editing = useLazyDialog(() => import('./edit-layer-dialog.tsx'));
  const options = { onError: notifyError, invalidates: layerQueries };
  const turn = useCall(updateLayer, options);
  const move = useCall(updateLayer, options);
  const { id, name, type, data_url, active } = layer;
  const params = { id };
  const isFetched = data_url !== null && (type === 'geojson' || type === 'style');
  return (
    <>
      {isFetched && active && <FetchButton layer={layer} />}
      <Switch
        size="md"
        checked={active}
        disabled={turn.isPending}
        aria-label={t('layers.toggle', { name })}
        onChange={(event) => turn.mutate({ params, body: { active: event.currentTarget.checked } })}
      />
      <StepButtons
        id={`layer${id}`}
        label={name}
        index={index}
        count={count}
        // The list begins with the topmost, whose position is the last.
        onStep={(by) => move.mutate({ params, body: { position: count - 1 - (index + by) } })}
      />
      {(type === 'geojson' || data_url !== null) && (
        <ActionIcon
          size={44}
          variant="subtle"
          color="gray"
          aria-label={t('layers.edit.named', { name })}
          onClick={() => editing.open({ layer })}
        >
          <Icon icon={IconPencil} size={18} />
        </ActionIcon>
      )}
      {editing.dialog}
    </>
  );
}

/** Fetches the file of a layer again. */
function FetchButton({ layer }: { layer: Layer }) {
  const { t } = useTranslation();
  const fetchAgain = useCall(updateLayer, { onError: notifyError, invalidates: layerQueries });
  const { id, name, data_url } = layer;
  return (
    <ActionIcon
      size={44}
      variant="subtle"
      color="gray"
      aria-label={t('layers.fetch', { name })}
      loading={fetchAgain.isPending || isBeingFetched(layer)}
      onClick={() => fetchAgain.mutate({ params: { id }, body: { data_url } })}
    >
      <Icon icon={IconRefresh} size={18} />
    </ActionIcon>
  );
}

function DeleteButton({ layer: { id, name } }: { layer: Layer }) {
  const { t } = useTranslation();
  const [isConfirming, setConfirming] = useState(false);
  const remove = useCall(deleteLayer, { invalidates: layerQueries });
  return (
    <>
      <ActionIcon
        size={44}
        variant="subtle"
        color="red"
        aria-label={t('layers.delete.named', { name })}
        onClick={() => setConfirming(true)}
      >
        <Icon icon={IconTrash} size={18} />
      </ActionIcon>
      {isConfirming && (
        <ConfirmDialog
          title={t('layers.delete.question', { name })}
          confirmLabel={t('layers.delete.action')}
          formatErrors={formatErrorMessages}
          onClose={() => setConfirming(false)}
          onConfirm={() => remove.mutateAsync({ params: { id } })}
        >
          {t('layers.delete.text')}
        </ConfirmDialog>
      )}
    </>
  );
}
