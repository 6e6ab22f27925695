import { useCallback, useState } from 'react';
import type { LatLon } from '../map-canvas/map-types.ts';

const MAX_AGE_MS = 60_000;
const TIMEOUT_MS = 20_000;

/** State of a request for the device's location. */
export type DeviceLocationState = 'idle' | 'pending' | 'denied' | 'failed';

/**
 * The location of this device, requested on demand. `isAvailable` is false where browsers do not allow it (pages that are
 * neither secure nor local): then offer nothing.
 * @param onFound gets the place, and the meters around it in which the device is
 */
export function useDeviceLocation(onFound: (place: LatLon, accuracy: number) => void): {
  isAvailable: boolean;
  state: DeviceLocationState;
  requestLocation: () => void;
} {
  const [state, setState] = useState<DeviceLocationState>('idle');
  const isAvailable = globalThis.isSecureContext && 'geolocation' in navigator;
  const requestLocation = useCallback(() => {
    setState('pending');
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude, accuracy } }) => {
        setState('idle');
        onFound({ lat: latitude, lon: longitude }, accuracy);
      },
      (error) => setState(error.code === error.PERMISSION_DENIED ? 'denied' : 'failed'),
      { enableHighAccuracy: true, maximumAge: MAX_AGE_MS, timeout: TIMEOUT_MS },
    );
  }, [onFound]);
  return { isAvailable, state, requestLocation };
}
