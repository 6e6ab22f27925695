import { Menu } from '@mantine/core';
import { IconStack2 } from '@tabler/icons-react';
import { type BaseLayer, baseLayers } from '@waypost/contract/settings';
import { useTranslation } from 'react-i18next';
import { baseLayerFromWire, outsideLayer } from './base-layers.ts';
import styles from './map-controls.module.css';

interface Props {
  value: BaseLayer;
  onChange: (layer: BaseLayer) => void;
}

/** Choice of base map. Says which ones tell somebody else what part of the world is being looked at. */
export function BaseLayerMenu({ value, onChange }: Props) {
  const { t } = useTranslation();
  const label = t('map.base_layer.choose');
  return (
    <Menu position="bottom-end" withinPortal>
      <div className={styles['group']}>
        <Menu.Target>
          <button type="button" className={styles['button']} aria-label={label} title={label}>
            <IconStack2 size={20} stroke={1.75} aria-hidden />
          </button>
        </Menu.Target>
      </div>
      <Menu.Dropdown>
        <Menu.Label>{label}</Menu.Label>
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
