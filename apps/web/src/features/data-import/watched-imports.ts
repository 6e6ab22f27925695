/** Imports started on this device whose completion has not been shown yet. */
import { createDeviceStore } from '../../api/device-store.ts';

const isId = (it: unknown): it is number => Number.isSafeInteger(it);

export const watchedImports = createDeviceStore('waypost.imports', (it): readonly number[] =>
  Array.isArray(it) ? it.filter(isId) : [],
);

export const watchImport = (id: number): void =>
  watchedImports.set([...new Set([...watchedImports.get(), id])].slice(-10));

export const forgetImport = (id: number): void => {
  if (watchedImports.get().includes(id)) watchedImports.set(watchedImports.get().filter((it) => it !== id));
};
