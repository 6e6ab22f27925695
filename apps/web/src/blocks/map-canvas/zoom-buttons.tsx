import { IconMinus, IconPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useMap } from './map-context.ts';
import styles from './map-controls.module.css';

/** Zoom in and out, for those who neither pinch nor scroll. */
export function ZoomButtons() {
  const { t } = useTranslation();
  const map = useMap();
  const buttons = [
    { label: t('map.zoom_in'), Icon: IconPlus, steps: 1 },
    { label: t('map.zoom_out'), Icon: IconMinus, steps: -1 },
  ];
  return (
    <div className={styles['group']}>
      {buttons.map(({ label, Icon, steps }) => (
        <button
          key={steps}
          type="button"
          className={styles['button']}
          aria-label={label}
          title={label}
          onClick={() => map?.zoomBy(steps)}
        >
          <Icon size={20} stroke={1.75} aria-hidden />
        </button>
      ))}
    </div>
  );
}
