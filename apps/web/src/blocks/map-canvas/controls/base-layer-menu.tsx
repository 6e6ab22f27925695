import { Menu } from '@mantine/core';
import type { BaseLayer } from '@waypost/contract/settings/base-layers';
import { useTranslation } from 'react-i18next';
import { type MenuButton, useOpenOnMount } from '../../../ui/dialog/lazy-menu.tsx';
import { useOfferedBaseLayers } from '../archives/use-archive-layers.ts';
import { findExternalLayer, parseBaseLayer } from '../style/base-layers.ts';
import styles from './map-controls.module.css';

/** Props of the choice. */
export interface BaseLayerProps {
  value: BaseLayer;
  onChange: (layer: BaseLayer) => void;
}

/** Choice of the base layer. External ones are marked, since their servers learn which area is viewed. */
export default function BaseLayerMenu({ target, value, onChange }: BaseLayerProps & { target: MenuButton }) {
  const { t } = useTranslation();
  const layers = useOfferedBaseLayers(value);
  const openState = useOpenOnMount();
  return (
    <Menu {...openState} position="bottom-end" withinPortal>
      <Menu.Target>{target}</Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t('map.base_layer.choose')}</Menu.Label>
        <Menu.RadioGroup value={value} onChange={(layer) => onChange(parseBaseLayer(layer))}>
          {layers.map((layer) => (
            <Menu.RadioItem key={layer} value={layer} closeMenuOnClick>
              {t(`map.base_layer.${layer}`)}
              {findExternalLayer(layer) && (
                <span className={styles['externalMark']}>{t('map.base_layer.outside')}</span>
              )}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        <div className={styles['hint']}>{t('map.base_layer.outside_hint')}</div>
      </Menu.Dropdown>
    </Menu>
  );
}
