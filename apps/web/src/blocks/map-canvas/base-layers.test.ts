import { baseLayers } from '@waypost/contract/settings';
import { describe, expect, it } from 'vitest';
import { baseLayerFromWire, outsideLayer } from './base-layers.ts';

describe('base layers', () => {
  it('knows its own names and those of older deployments', () => {
    for (const layer of baseLayers) expect(baseLayerFromWire(layer)).toBe(layer);
    expect(baseLayerFromWire('MapQuest')).toBe('streets');
    expect(baseLayerFromWire('MapQuestAerial')).toBe('satellite');
  });

  it('falls back to the embedded map, which asks nobody', () => {
    expect(baseLayerFromWire('toString')).toBe('embedded');
    expect(baseLayerFromWire(null)).toBe('embedded');
    expect(outsideLayer('embedded')).toBeNull();
  });

  it('names every origin that a layer asks', () => {
    for (const layer of baseLayers) {
      const outside = outsideLayer(layer);
      for (const url of outside?.tiles ?? []) expect(outside?.origins).toContain(new URL(url).origin);
    }
  });
});
