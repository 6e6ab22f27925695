/** The layers on the map: their drawing, the button that opens their list, and the popup of a feature. */
import '../../ui/i18n/map-layers-labels.ts';
import { IconStack2 } from '@tabler/icons-react';
import type { MapLayer } from '@waypost/contract/layers/map-layers';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { useLoadedTranslations } from '../../ui/i18n/i18n.ts';
import { MapButton, MapButtons } from '../map-canvas/controls/map-button.tsx';
import { type FeatureHit, LayerDrawing } from '../map-canvas/layers/draw-layers.ts';
import { useMap } from '../map-canvas/map-context.ts';
import { FeaturePopup } from './feature-popup.tsx';
import { LayerPanel } from './layer-panel.tsx';
import { type LayerState, useLayerStates } from './use-layer-states.ts';

/** Draws the layers that are turned on, as soon as their content is there. */
function useLayerDrawing(states: readonly LayerState[], onHit: (hit: FeatureHit | null) => void): void {
  const map = useMap();
  const drawing = useRef<LayerDrawing | null>(null);
  const reportHit = useEffectEvent(onHit);
  // Components on a map are mounted with it, so that it is the same as long as they are.
  useEffect(() => {
    if (!map) return undefined;
    const created = new LayerDrawing(map, (hit) => reportHit(hit));
    drawing.current = created;
    return () => {
      drawing.current = null;
      created.destroy();
    };
  }, [map]);
  useEffect(() => {
    drawing.current?.draw(
      states.flatMap(({ layer, isOn, data, style }) =>
        isOn && data !== undefined && style !== undefined ? [{ ...layer, data, style }] : [],
      ),
    );
  }, [states]);
}

interface Props {
  /** From the lowest to the topmost. */
  layers: readonly MapLayer[];
  /** Shows the layers that are on from the start, without a list. */
  isEmbedded: boolean;
}

/** The layers of a map that has some. */
export default function ShownLayers({ layers, isEmbedded }: Props) {
  useLoadedTranslations();
  const [states, onTurn] = useLayerStates(layers);
  const { t } = useTranslation();
  const map = useMap();
  const [isOpen, setOpen] = useState(false);
  const [hit, setHit] = useState<FeatureHit | null>(null);
  useLayerDrawing(states, setHit);
  const frame = map?.getFrameElement();
  const open = hit && states.find(({ layer, isOn }) => isOn && layer.id === hit.layerId);
  const feature = open?.data?.features[hit?.index ?? -1];
  return (
    <>
      {!isEmbedded && (
        <MapButtons>
          <MapButton
            label={t('mapLayers.title')}
            icon={IconStack2}
            aria-expanded={isOpen}
            onClick={() => setOpen((it) => !it)}
          />
        </MapButtons>
      )}
      {frame &&
        createPortal(
          <>
            {isOpen && (
              <LayerPanel states={states} onTurn={onTurn} onSelect={setHit} onClose={() => setOpen(false)} />
            )}
            {hit && open && feature && (
              <FeaturePopup
                key={`${hit.layerId} ${hit.index} ${hit.at.lat} ${hit.at.lon}`}
                layer={open.layer}
                feature={feature}
                number={hit.index + 1}
                at={hit.at}
                onClose={() => setHit(null)}
              />
            )}
          </>,
          frame,
        )}
    </>
  );
}
