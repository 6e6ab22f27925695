/** The popup of a feature: its properties as text. */
import { CloseButton } from '@mantine/core';
import type { MapLayer } from '@waypost/contract/layers/map-layers';
import { useTranslation } from 'react-i18next';
import { findFeatureName, type LayerFeature } from '../map-canvas/layers/layer-data.ts';
import type { LatLon } from '../map-canvas/map-types.ts';
import { MapPopup } from '../map-canvas/overlays/map-popup.tsx';
import classes from './map-layers.module.css';

interface Props {
  layer: MapLayer;
  feature: LayerFeature;
  /** From 1, for features without a name. */
  number: number;
  at: LatLon;
  onClose: () => void;
}

/** The popup. */
export function FeaturePopup({ layer, feature, number, at, onClose }: Props) {
  const { t } = useTranslation();
  const title = findFeatureName(feature) ?? t('mapLayers.unnamed', { number });
  const properties = Object.entries(feature.properties);
  return (
    <MapPopup at={at} label={title} onClose={onClose}>
      <div className={classes['feature']}>
        <div className={classes['head']}>
          <h2 className={classes['title']} dir="auto">
            {title}
          </h2>
          <CloseButton size={32} aria-label={t('action.close')} onClick={onClose} />
        </div>
        <p className={classes['hint']}>
          <Swatch color={layer.color} /> <bdi>{layer.name}</bdi>
        </p>
        {properties.length === 0 ? (
          <p className={classes['hint']}>{t('mapLayers.noProperties')}</p>
        ) : (
          <table className={classes['properties']}>
            <tbody>
              {properties.map(([name, value]) => (
                <tr key={name}>
                  <th scope="row" dir="auto">
                    {name}
                  </th>
                  <td dir="auto">{String(value)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </div>
    </MapPopup>
  );
}

/** The color of a layer. */
export const Swatch = ({ color }: { color: string }) => (
  <span className={classes['swatch']} style={{ background: color }} />
);
