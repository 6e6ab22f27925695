/** The outline of an area while it is drawn or changed. */
import { areaLimits } from '@waypost/contract/areas/area-limits';
import type { AreaGeometry } from '@waypost/contract/areas/areas';
import { hasInside, hasLongLine } from '@waypost/contract/areas/check-rings';
import { nestRings } from '@waypost/contract/areas/nest-rings';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { LatLon } from '../../blocks/map-canvas/map-types.ts';
import {
  appendCorner,
  type CornerIndex,
  changeCorner,
  formatCorners,
  insertCorner,
  parseCorners,
  type Rings,
  roundCorner,
} from './corners.ts';

const toPositions = (rings: Rings) =>
  rings.map((ring) => ring.map(({ lat, lon }): [lon: number, lat: number] => [lon, lat]));

const toGeometry = (rings: Rings): AreaGeometry => ({
  type: 'MultiPolygon',
  coordinates: nestRings(toPositions(rings)),
});

/**
 * The text is what is sent; the map shows the corners in it, and rewrites it. A new outline is open at first: corners are added at its end
 * until its first corner is pressed. Corners of a closed one are added in the nearest line.
 * @param initialText of the corners of an area; empty for a new one
 */
export function useCorners(initialText: string) {
  const { t } = useTranslation();
  const [text, setText] = useState(initialText);
  const [isOpen, setOpen] = useState(initialText === '');
  const [selected, setSelected] = useState<CornerIndex | null>(null);
  const [error, setError] = useState<string | null>(null);
  const { rings, wrongLine } = useMemo(() => parseCorners(text), [text]);
  const last = rings.at(-1)?.length ?? 0;
  /** Whether the first corner of an open outline closes it. */
  const canClose = isOpen && last >= 3;
  const write = (changed: Rings) => setText(formatCorners(changed));
  const findFault = (): string | null => {
    if (wrongLine !== null) return t('areas.draw.wrongLine', { line: wrongLine });
    if (rings.length === 0 || rings.some((ring) => ring.length < 3)) return t('areas.draw.fault');
    const positions = toPositions(rings);
    if (positions.some(hasLongLine)) return t('areas.draw.meridian');
    if (!positions.some(hasInside)) return t('areas.draw.flat');
    const max = areaLimits.points;
    return rings.flat().length > max ? t('areas.draw.many', { max }) : null;
  };
  return {
    text,
    rings,
    isOpen,
    canClose,
    selected,
    error,
    /** Written by hand. */
    setText: (written: string) => {
      setText(written);
      setSelected(null);
    },
    add: (at: LatLon) => {
      const place = roundCorner(at);
      if (isOpen || rings.length === 0) write(appendCorner(rings, place));
      else {
        const { rings: changed, added } = insertCorner(rings, place);
        write(changed);
        setSelected(added);
      }
    },
    move: (index: CornerIndex, at: LatLon) => write(changeCorner(rings, index, roundCorner(at))),
    press: (index: CornerIndex) => {
      if (canClose && index.ring === rings.length - 1 && index.corner === 0) setOpen(false);
      else setSelected(selected?.ring === index.ring && selected.corner === index.corner ? null : index);
    },
    /** Removes the chosen corner, or the last one of an open outline. */
    remove: () => {
      const index = selected ?? { ring: rings.length - 1, corner: last - 1 };
      write(changeCorner(rings, index, null));
      setSelected(null);
      if (rings.flat().length === 1) setOpen(true);
    },
    /** @returns the outline; null after it has named what is wrong */
    check: (): AreaGeometry | null => {
      const fault = findFault();
      setError(fault);
      return fault === null ? toGeometry(rings) : null;
    },
  };
}

/** The outline, and what changes it. */
export type Corners = ReturnType<typeof useCorners>;
