/** Bar for offline support and queued reports, loaded after the first screen is complete. */
import { type ComponentType, useCallback, useState } from 'react';
import { useIdlePreload } from '../ui/network/use-idle-preload.ts';

/** Delay in milliseconds. */
const idleMs = 2500;

/** The device bar, loaded when the browser is idle. */
export function IdleDeviceBar() {
  const [Bar, setBar] = useState<ComponentType | null>(null);
  const load = useCallback(
    () => import('../features/device/device-bar.tsx').then((module) => setBar(() => module.default)),
    [],
  );
  useIdlePreload(load, { idleMs: idleMs });
  return Bar && <Bar />;
}
