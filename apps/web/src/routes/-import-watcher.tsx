/** Watches imports that were started on this device; loaded only when there are any. */
import { type ComponentType, lazy, Suspense } from 'react';
import { useDeviceStore } from '../api/device-store.ts';
import { useAccount } from '../api/session.ts';
import { watchedImports } from '../features/data-import/watched-imports.ts';

const LazyWatcher = lazy<ComponentType>(() =>
  import('../features/data-import/import-watcher.tsx').then(
    ({ ImportWatcher }) => ({ default: ImportWatcher as ComponentType }),
    () => ({ default: () => null }),
  ),
);

/** Watches the imports of this device for a logged-in account, and shows a notice when one is done. */
export function LazyImportWatcher() {
  const account = useAccount();
  const ids = useDeviceStore(watchedImports);
  return account && ids.length > 0 ? (
    <Suspense>
      <LazyWatcher />
    </Suspense>
  ) : null;
}
