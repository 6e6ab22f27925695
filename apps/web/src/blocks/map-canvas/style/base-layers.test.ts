import { baseLayers } from '@waypost/contract/settings/base-layers';
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

  it('lists every origin that a layer requests', () => {
    for (const layer of baseLayers) {
      const external = findExternalLayer(layer);
      for (const url of external?.tiles ?? []) expect(external?.origins).toContain(new URL(url).origin);
    }
  });
});
