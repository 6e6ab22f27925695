import { Button, NativeSelect } from '@mantine/core';
import type { AreaFeature } from '@waypost/contract/areas/area-outlines';
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { computeAreaBounds, findMiddle } from '../../blocks/map-areas/area-geometry.ts';
import { AreasMap } from '../../blocks/map-areas/areas-map.tsx';
import { useMap } from '../../blocks/map-canvas/map-context.ts';
import { MapPopup } from '../../blocks/map-canvas/overlays/map-popup.tsx';
import { createNameOrder } from '../../ui/i18n/name-order.ts';
import classes from './areas.module.css';

interface Props {
  areas: readonly AreaFeature[];
  /** What the areas are, for the label of the map. */
  name: string;
  /** For buttons that change or delete the chosen area. */
  onEdit?: (area: AreaFeature) => void;
  onDelete?: (area: AreaFeature) => void;
}

/** Moves the map to an area that was chosen from the list. */
function AreaInView({ area }: { area: AreaFeature }) {
  const map = useMap();
  useEffect(() => {
    const bounds = computeAreaBounds([area]);
    if (bounds) map?.fitBounds(bounds);
  }, [map, area]);
  return null;
}

/** Outlines of areas on a map, and their names: by a click on the map, or from a list. */
export function AreasPreview({ areas, name, onEdit, onDelete }: Props) {
  const { t, i18n } = useTranslation();
  const [selectedId, setSelectedId] = useState<number | null>(null);
  // The list says the name itself, and keeps the focus, which a popup would take.
  const [isNamedOnMap, setNamedOnMap] = useState(false);
  const select = (id: number | null, isOnMap: boolean) => {
    setSelectedId(id);
    setNamedOnMap(isOnMap);
  };
  const selected = areas.find((area) => area.id === selectedId);
  const choices = useMemo(() => {
    const compare = createNameOrder(i18n.language);
    return areas
      .map((area) => ({ value: String(area.id), label: area.properties.name }))
      .sort((a, b) => compare(a.label, b.label));
  }, [areas, i18n.language]);
  return (
    <div className={classes['preview']}>
      <NativeSelect
        size="md"
        label={t('areas.preview.area')}
        value={String(selectedId ?? '')}
        data={[{ value: '', label: t('areas.filter.choose') }, ...choices]}
        onChange={({ currentTarget: { value } }) => select(value === '' ? null : Number(value), false)}
      />
      {selected && onEdit && onDelete && (
        <div className={classes['choices']}>
          <Button variant="default" size="md" onClick={() => onEdit(selected)}>
            {t('areas.edit.one')}
          </Button>
          <Button variant="outline" color="red" size="md" onClick={() => onDelete(selected)}>
            {t('areas.delete.one')}
          </Button>
        </div>
      )}
      <div className={classes['map']}>
        <AreasMap
          label={t('areas.preview.map', { name })}
          fallbackText={t('areas.preview.noMap')}
          areas={areas}
          selectedId={selectedId}
          onSelect={(area) => select(area?.id ?? null, true)}
        >
          {selected && !isNamedOnMap && <AreaInView area={selected} />}
          {selected && isNamedOnMap && (
            <MapPopup
              key={selected.id}
              at={findMiddle(selected)}
              label={selected.properties.name}
              onClose={() => select(null, false)}
            >
              <p className={classes['areaName']} dir="auto">
                {selected.properties.name}
              </p>
            </MapPopup>
          )}
        </AreasMap>
      </div>
    </div>
  );
}
