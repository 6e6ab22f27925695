import { useEffect, useState } from 'react';
import { formatUnit } from '../../../ui/i18n/format-unit.ts';
import { useMap } from '../map-context.ts';
import styles from './map-controls.module.css';
import { computeMetersPerPixel, computeScaleBar } from './scale-bar.ts';

const MAX_PIXELS = 120;

/** A scale bar in the reader's digits and units. */
export function MapScale({ language }: { language: string }) {
  const map = useMap();
  const [bar, setBar] = useState<{ meters: number; pixels: number } | null>(null);
  useEffect(() => {
    if (!map) return undefined;
    const measure = () => {
      const { center, zoom } = map.getView();
      setBar(computeScaleBar(computeMetersPerPixel(center.lat, zoom), MAX_PIXELS));
    };
    measure();
    return map.onFrame(measure);
  }, [map]);
  if (!bar) return null;
  const kilometers = bar.meters >= 1000;
  return (
    <div className={styles['bar']} style={{ inlineSize: bar.pixels }} aria-hidden>
      {formatUnit(kilometers ? bar.meters / 1000 : bar.meters, kilometers ? 'kilometer' : 'meter', language)}
    </div>
  );
}
