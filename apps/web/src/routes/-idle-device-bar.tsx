/** What works without a network, and what waits to be sent: fetched when the first screen has all it needs. */
import { type ComponentType, useCallback, useState } from 'react';
import { useIdlePreload } from '../ui/network/use-idle-preload.ts';

/** Milliseconds. */
const idleMs = 2500;

export function IdleDeviceBar() {
  const [Bar, setBar] = useState<ComponentType | null>(null);
  const load = useCallback(
    () => import('../features/device/device-bar.tsx').then((it) => setBar(() => it.default)),
    [],
  );
  useIdlePreload(load, { idleMs: idleMs });
  return Bar && <Bar />;
}
