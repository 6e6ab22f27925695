import '../../../ui/i18n/map-layers-labels.ts';
import { Menu } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import type { BaseLayer } from '@waypost/contract/settings/base-layers';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { type MenuButton, useOpenOnMount } from '../../../ui/dialog/lazy-menu.tsx';
import { useLoadedTranslations } from '../../../ui/i18n/i18n.ts';
import { useOfferedBaseLayers } from '../archives/use-offered-base-layers.ts';
import { findExternalLayer, parseBaseLayer } from '../style/base-layers.ts';
import styles from './map-controls.module.css';

/** Props of the choice. */
export interface BaseLayerProps {
  value: BaseLayer;
  onChange: (layer: BaseLayer) => void;
}

/** What a base layer is, below its name. External ones are marked, since their servers learn which area is viewed. */
const getDetailKey = (layer: BaseLayer) =>
  findExternalLayer(layer) ? 'outside' : (`${layer}Detail` as 'embeddedDetail' | 'detailedDetail');

/** Choice of the base layer; the chosen one has the focus. keys: mapLayers.baseLayer.* */
export default function BaseLayerMenu({ target, value, onChange }: BaseLayerProps & { target: MenuButton }) {
  useLoadedTranslations();
  const { t } = useTranslation();
  const layers = useOfferedBaseLayers(value);
  const openState = useOpenOnMount();
  const id = useId();
  return (
    <Menu
      {...openState}
      position="bottom-end"
      withinPortal
      withInitialFocusPlaceholder={false}
      checkIcon={<IconCheck className={styles['check']} stroke={2.5} aria-hidden />}
      classNames={{ item: styles['choice'] ?? '' }}
    >
      <Menu.Target>{target}</Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t('map.base_layer.choose')}</Menu.Label>
        <Menu.RadioGroup value={value} onChange={(layer) => onChange(parseBaseLayer(layer))}>
          {layers.map((layer) => (
            <Menu.RadioItem
              key={layer}
              value={layer}
              closeMenuOnClick
              aria-labelledby={`${id}-${layer}`}
              aria-describedby={`${id}-${layer}-detail`}
              {...(layer === value && { 'data-autofocus': true })}
            >
              <span id={`${id}-${layer}`}>{t(`mapLayers.baseLayer.${layer}`)}</span>
              <span id={`${id}-${layer}-detail`} className={styles['detail']}>
                {t(`mapLayers.baseLayer.${getDetailKey(layer)}`)}
              </span>
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        <div className={styles['hint']}>{t('mapLayers.baseLayer.outsideHint')}</div>
      </Menu.Dropdown>
    </Menu>
  );
}
