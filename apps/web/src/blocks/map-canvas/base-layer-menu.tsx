import { Menu } from '@mantine/core';
import { type BaseLayer, baseLayers } from '@waypost/contract/settings';
import { useTranslation } from 'react-i18next';
import { type MenuButton, useOpensAtOnce } from '../../ui/lazy-menu.tsx';
import { baseLayerFromWire, outsideLayer } from './base-layers.ts';
import styles from './map-controls.module.css';

export interface BaseLayerChoice {
  value: BaseLayer;
  onChange: (layer: BaseLayer) => void;
}

/** Choice of base map. Says which ones tell somebody else what part of the world is being looked at. */
export default function BaseLayerMenu({ target, value, onChange }: BaseLayerChoice & { target: MenuButton }) {
  const { t } = useTranslation();
  const opens = useOpensAtOnce();
  return (
    <Menu {...opens} position="bottom-end" withinPortal>
      <Menu.Target>{target}</Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t('map.base_layer.choose')}</Menu.Label>
        <Menu.RadioGroup value={value} onChange={(layer) => onChange(baseLayerFromWire(layer))}>
          {baseLayers.map((layer) => (
            <Menu.RadioItem key={layer} value={layer} closeMenuOnClick>
              {t(`map.base_layer.${layer}`)}
              {outsideLayer(layer) && (
                <span className={styles['outside']}>{t('map.base_layer.outside')}</span>
              )}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        <div className={styles['hint']}>{t('map.base_layer.outside_hint')}</div>
      </Menu.Dropdown>
    </Menu>
  );
}
