/** A map of areas. Its code is loaded when it is shown. */
import type { AreaFeature } from '@waypost/contract/areas/area-outlines';
import { type ReactNode, useMemo } from 'react';
import { MapCanvas } from '../map-canvas/map-canvas.tsx';
import { computeAreaBounds, findAreaAt } from './area-geometry.ts';
import { AreaLayer } from './area-layer.tsx';

interface Props {
  label: string;
  /** Shown instead where no map can be drawn. */
  fallbackText: string;
  areas: readonly AreaFeature[];
  colors?: ReadonlyMap<number, string>;
  selectedId: number | null;
  /** Called for a click, with the area there or null. */
  onSelect: (area: AreaFeature | null) => void;
  /** MapPopup and the like. */
  children?: ReactNode;
}

/** Fills its parent. Another set of areas needs another `key`, so that the map shows it whole. */
export function AreasMap({ label, fallbackText, areas, colors, selectedId, onSelect, children }: Props) {
  const initialView = useMemo(
    () => ({ bounds: computeAreaBounds(areas) ?? ([-180, -60, 180, 75] as const) }),
    [areas],
  );
  return (
    <MapCanvas
      cooperative
      label={label}
      fallbackText={fallbackText}
      initialView={initialView}
      onClick={(at) => onSelect(findAreaAt(areas, at) ?? null)}
    >
      <AreaLayer areas={areas} {...(colors ? { colors } : {})} selectedId={selectedId} />
      {children}
    </MapCanvas>
  );
}
