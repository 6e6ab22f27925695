/** Imports started on this device whose completion has not been shown yet. */
import { createDeviceStore } from '../../api/device-store.ts';

const isId = (value: unknown): value is number => Number.isSafeInteger(value);

/** Ids of the watched imports, stored on the device. */
export const watchedImports = createDeviceStore('waypost.imports', (stored): readonly number[] =>
  Array.isArray(stored) ? stored.filter(isId) : [],
);

/** Starts watching an import. */
export const watchImport = (id: number): void =>
  watchedImports.set([...new Set([...watchedImports.get(), id])].slice(-10));

/** Stops watching an import. */
export const forgetImport = (id: number): void => {
  if (watchedImports.get().includes(id))
    watchedImports.set(watchedImports.get().filter((importId) => importId !== id));
};
