/** Waits for the end of imports that were started here; fetched only while there are any. */
import { type ComponentType, lazy, Suspense } from 'react';
import { useAccount } from '../api/session.ts';
import { useStore } from '../api/store.ts';
import { watchedImports } from '../features/data-import/watched-imports.ts';

const Watch = lazy<ComponentType>(() =>
  import('../features/data-import/import-watch.tsx').then(
    ({ ImportWatch }) => ({ default: ImportWatch as ComponentType }),
    () => ({ default: () => null }),
  ),
);

export function ImportWatchAtLeisure() {
  const account = useAccount();
  const ids = useStore(watchedImports);
  return account && ids.length > 0 ? (
    <Suspense>
      <Watch />
    </Suspense>
  ) : null;
}
