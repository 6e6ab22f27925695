/** The button that takes the location of the device, with what went wrong. */
import { Button, Text } from '@mantine/core';
import { IconCurrentLocation } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { LatLon } from '../map-canvas/map-types.ts';
import styles from './location-picker.module.css';
import { useDeviceLocation } from './use-device-location.ts';

interface Props {
  onFound: (place: LatLon, accuracy: number) => void;
  disabled: boolean;
}

/** Renders nothing where the browser does not allow it. keys: location.error.device_* */
export function DeviceLocationButton({ onFound, disabled }: Props) {
  const { t } = useTranslation();
  const { isAvailable, state, requestLocation } = useDeviceLocation(onFound);
  if (!isAvailable) return null;
  return (
    <>
      <Button
        variant="light"
        size="md"
        className={styles['device'] ?? ''}
        leftSection={<IconCurrentLocation size={18} stroke={1.75} aria-hidden />}
        loading={state === 'pending'}
        disabled={disabled}
        onClick={requestLocation}
      >
        {t('location.use_mine')}
      </Button>
      {(state === 'denied' || state === 'failed') && (
        <Text role="alert" size="sm" className={styles['error'] ?? ''}>
          {t(`location.error.device_${state}`)}
        </Text>
      )}
    </>
  );
}
