import { baseLayers, isOwnMap } from '@waypost/contract/settings/base-layers';
import { defaultMap, MapSettings } from '@waypost/contract/settings/settings';
import { describe, expect, it } from 'vitest';
import { findExternalLayer, parseBaseLayer } from './base-layers.ts';

describe('base layers', () => {
  it('recognises its own names and those of older deployments', () => {
    for (const layer of baseLayers) expect(parseBaseLayer(layer)).toBe(layer);
    expect(parseBaseLayer('MapQuest')).toBe('streets');
    expect(parseBaseLayer('MapQuestAerial')).toBe('satellite');
  });

  it('falls back to the embedded map, which needs no external server', () => {
    expect(parseBaseLayer('toString')).toBe('embedded');
    expect(parseBaseLayer(null)).toBe('embedded');
    expect(findExternalLayer('embedded')).toBeNull();
  });

  it('a base map of a later version does not lose the other settings of the map', () => {
    const view = { ...defaultMap.default_view, lat: 47.1, basemap: 'hologram' };
    const map = { ...defaultMap, id: 'map', url: '', allowed_privileges: [], default_view: view };
    expect(MapSettings.parse(map).default_view).toMatchObject({ lat: 47.1, basemap: undefined });
  });

  it('knows which maps no external service sees', () => {
    expect(baseLayers.filter(isOwnMap)).toEqual(['embedded', 'detailed']);
    expect(baseLayers.filter((layer) => findExternalLayer(layer) === null)).toEqual(['embedded', 'detailed']);
  });

  it('lists every origin that a layer requests', () => {
    for (const layer of baseLayers) {
      const external = findExternalLayer(layer);
      for (const url of external?.tiles ?? []) expect(external?.origins).toContain(new URL(url).origin);
    }
  });
});
