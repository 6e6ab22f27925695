/** What works without a network, and what waits to be sent: fetched when the first screen has all it needs. */
import { type ComponentType, useEffect, useState } from 'react';

/** Milliseconds. */
const leisure = 2500;

export function DeviceAtLeisure() {
  const [Bar, setBar] = useState<ComponentType | null>(null);
  useEffect(() => {
    const load = () =>
      import('../features/device/device-bar.tsx').then(
        (it) => setBar(() => it.default),
        () => undefined,
      );
    const timer = setTimeout(() => void load(), leisure);
    return () => clearTimeout(timer);
  }, []);
  return Bar && <Bar />;
}
