import { useCallback, useState } from 'react';
import type { LatLon } from '../map-canvas/map-types.ts';

const MAX_AGE_MS = 60_000;
const TIMEOUT_MS = 20_000;

export type DeviceLocationState = 'idle' | 'asking' | 'denied' | 'failed';

/**
 * The place of this device, when the reader asks for it. `available` is false where browsers refuse
 * (pages that are neither secure nor local): then offer nothing.
 */
export function useDeviceLocation(onFound: (place: LatLon) => void): {
  isAvailable: boolean;
  state: DeviceLocationState;
  requestLocation: () => void;
} {
  const [state, setState] = useState<DeviceLocationState>('idle');
  const available = globalThis.isSecureContext && 'geolocation' in navigator;
  const ask = useCallback(() => {
    setState('asking');
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        setState('idle');
        onFound({ lat: coords.latitude, lon: coords.longitude });
      },
      (error) => setState(error.code === error.PERMISSION_DENIED ? 'denied' : 'failed'),
      { maximumAge: MAX_AGE_MS, timeout: TIMEOUT_MS },
    );
  }, [onFound]);
  return { isAvailable: available, state, requestLocation: ask };
}
