/** What works without a network, and what waits to be sent: fetched when the first screen has all it needs. */
import { type ComponentType, useCallback, useState } from 'react';
import { useFetchedAtLeisure } from '../ui/fetched-at-leisure.ts';

/** Milliseconds. */
const leisure = 2500;

export function DeviceAtLeisure() {
  const [Bar, setBar] = useState<ComponentType | null>(null);
  const load = useCallback(
    () => import('../features/device/device-bar.tsx').then((it) => setBar(() => it.default)),
    [],
  );
  useFetchedAtLeisure(load, { since: leisure });
  return Bar && <Bar />;
}
