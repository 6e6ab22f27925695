import { baseLayers } from '@waypost/contract/settings/settings';
import { describe, expect, it } from 'vitest';
import { findExternalLayer, parseBaseLayer } from './base-layers.ts';

describe('base layers', () => {
  it('knows its own names and those of older deployments', () => {
    for (const layer of baseLayers) expect(parseBaseLayer(layer)).toBe(layer);
    expect(parseBaseLayer('MapQuest')).toBe('streets');
    expect(parseBaseLayer('MapQuestAerial')).toBe('satellite');
  });

  it('falls back to the embedded map, which asks nobody', () => {
    expect(parseBaseLayer('toString')).toBe('embedded');
    expect(parseBaseLayer(null)).toBe('embedded');
    expect(findExternalLayer('embedded')).toBeNull();
  });

  it('names every origin that a layer asks', () => {
    for (const layer of baseLayers) {
      const outside = findExternalLayer(layer);
      for (const url of outside?.tiles ?? []) expect(outside?.origins).toContain(new URL(url).origin);
    }
  });
});
