import { IconMap } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { LazyMenu } from '../../../ui/dialog/lazy-menu.tsx';
import type { BaseLayerProps } from './base-layer-menu.tsx';
import styles from './map-controls.module.css';

const loadBaseLayerMenu = () => import('./base-layer-menu.tsx');

/** The control on the map that opens the choice of base layers. */
export function BaseLayerButton(choice: BaseLayerProps) {
  const { t } = useTranslation();
  const label = t('map.base_layer.choose');
  return (
    <div className={styles['group']}>
      <LazyMenu
        load={loadBaseLayerMenu}
        menuProps={choice}
        target={
          <button type="button" className={styles['button']} aria-label={label} title={label}>
            <IconMap size={20} stroke={1.75} aria-hidden />
          </button>
        }
      />
    </div>
  );
}
