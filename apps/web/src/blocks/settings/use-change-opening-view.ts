/** Changes where the map of the site opens. */
import { saveConfig } from '@waypost/contract/settings/settings';
import { getConfig, refreshConfig } from '../../api/config.ts';
import { useCall } from '../../api/use-call.ts';

/** Where the map opens. */
export interface OpeningView {
  lat: number;
  lon: number;
  zoom: number;
  /** Whether it opens where the reports are instead. */
  fit_map_boundaries?: boolean;
}

/** @returns a function that changes the view, and gives the one before */
export function useChangeOpeningView(): (view: OpeningView) => Promise<OpeningView> {
  const save = useCall(saveConfig, { invalidates: [] });
  return async (view) => {
    // The stored view is replaced as a whole (API v3 §2.13): what others have changed meanwhile stays.
    await refreshConfig();
    const { default_view: before } = getConfig().map;
    await save.mutateAsync({ params: { group: 'map' }, body: { default_view: { ...before, ...view } } });
    const { lat, lon, zoom, fit_map_boundaries } = before;
    return { lat, lon, zoom, fit_map_boundaries };
  };
}
