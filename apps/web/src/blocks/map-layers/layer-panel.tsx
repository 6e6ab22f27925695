/** The list of layers on the map: switches with their colors, and what is in view, for those who use no pointer. Escape closes it. */
import '@mantine/core/styles/Radio.layer.css';
import '@mantine/core/styles/Switch.layer.css';
import { CloseButton, Radio, Switch } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FeatureHit } from '../map-canvas/layers/draw-layers.ts';
import { findFeatureName, type LayerData, listFeaturesInView } from '../map-canvas/layers/layer-data.ts';
import { useViewBounds } from '../map-canvas/layers/use-view-bounds.ts';
import { Swatch } from './feature-popup.tsx';
import classes from './map-layers.module.css';
import type { LayerState } from './use-layer-states.ts';

const listLimit = 50;

interface Props {
  states: readonly LayerState[];
  onTurn: (id: number, isOn: boolean) => void;
  onSelect: (hit: FeatureHit) => void;
  onClose: () => void;
}

/** The panel. */
export function LayerPanel({ states, onTurn, onSelect, onClose }: Props) {
  const { t } = useTranslation();
  const baseMaps = states.filter(({ layer }) => layer.is_base_map);
  const overlays = states.filter(({ layer }) => !layer.is_base_map);
  const close = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const opener = document.activeElement;
    close.current?.focus({ preventScroll: true });
    return () => {
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
    };
  }, []);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape closes it
    <section
      className={classes['panel']}
      aria-label={t('mapLayers.title')}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose();
      }}
    >
      <div className={classes['head']}>
        <h2 className={classes['title']}>{t('mapLayers.title')}</h2>
        <CloseButton ref={close} size={32} aria-label={t('action.close')} onClick={onClose} />
      </div>
      {baseMaps.length > 0 && <BaseMapChoice states={baseMaps} onTurn={onTurn} />}
      <ul className={classes['layers']}>
        {/* The topmost comes first. */}
        {overlays.toReversed().map((state) => (
          <LayerEntry key={state.layer.id} state={state} onTurn={onTurn} onSelect={onSelect} />
        ))}
      </ul>
    </section>
  );
}

/** The base maps of the site beside the usual one, and who learns what. */
function BaseMapChoice({ states, onTurn }: Pick<Props, 'states' | 'onTurn'>) {
  const { t } = useTranslation();
  const shown = states.find(({ isOn }) => isOn);
  const chosen = shown?.layer;
  return (
    <Radio.Group
      label={t('mapLayers.baseMap')}
      description={t('mapLayers.baseMapHint')}
      error={shown?.isFailed && t('mapLayers.failed')}
      value={String(chosen?.id ?? 0)}
      onChange={(value) => {
        const id = Number(value);
        if (id !== 0) onTurn(id, true);
        else if (chosen) onTurn(chosen.id, false);
      }}
    >
      <div className={classes['baseMaps']}>
        <Radio size="md" value="0" label={t('mapLayers.usualMap')} />
        {states.map(({ layer: { id, name, attribution } }) => (
          <Radio
            key={id}
            size="md"
            value={String(id)}
            label={<bdi>{name}</bdi>}
            description={attribution && <bdi>{attribution}</bdi>}
          />
        ))}
      </div>
    </Radio.Group>
  );
}

function LayerEntry({
  state: { layer, isOn, data, isFailed },
  onTurn,
  onSelect,
}: Pick<Props, 'onTurn' | 'onSelect'> & { state: LayerState }) {
  const { t } = useTranslation();
  return (
    <li>
      <Switch
        size="md"
        checked={isOn}
        label={
          <>
            {layer.type === 'geojson' && <Swatch color={layer.color} />} <bdi>{layer.name}</bdi>
          </>
        }
        onChange={(event) => onTurn(layer.id, event.currentTarget.checked)}
      />
      {layer.attribution && (
        <p className={classes['hint']}>
          <bdi>{layer.attribution}</bdi>
        </p>
      )}
      {isOn && isFailed && (
        <p role="alert" className={classes['failed']}>
          {t('mapLayers.failed')}
        </p>
      )}
      {isOn && data === undefined && !isFailed && (
        <output className={classes['hint']}>{t('mapLayers.loading')}</output>
      )}
      {isOn && data && (
        <FeatureList
          name={layer.name}
          data={data}
          onSelect={(hit) => onSelect({ layerId: layer.id, ...hit })}
        />
      )}
    </li>
  );
}

interface ListProps {
  name: string;
  data: LayerData;
  onSelect: (hit: Omit<FeatureHit, 'layerId'>) => void;
}

function FeatureList({ name, data, onSelect }: ListProps) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const bounds = useViewBounds(isOpen);
  const inView = isOpen && bounds ? listFeaturesInView(data, bounds, listLimit) : null;
  return (
    <details className={classes['list']} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary aria-label={t('mapLayers.listOf', { name })}>{t('mapLayers.list')}</summary>
      {inView?.features.length === 0 && <p className={classes['hint']}>{t('mapLayers.nothing')}</p>}
      <ul>
        {inView?.features.map(({ index, feature, at }) => (
          <li key={index}>
            <button type="button" dir="auto" onClick={() => onSelect({ index, at })}>
              {findFeatureName(feature) ?? t('mapLayers.unnamed', { number: index + 1 })}
            </button>
          </li>
        ))}
      </ul>
      {inView?.hasMore && <p className={classes['hint']}>{t('mapLayers.more')}</p>}
    </details>
  );
}
