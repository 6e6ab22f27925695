import '../../../ui/i18n/areas-labels.ts';
import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { readDemandedArea } from '@waypost/contract/areas/demanded-area';
import { type Area, listAreas } from '@waypost/contract/areas/list-areas';
import { useTranslation } from 'react-i18next';
import { buildEndpointQuery } from '../../../api/query-client.ts';
import { useLoadedTranslations } from '../../../ui/i18n/i18n.ts';
import { createNameOrder } from '../../../ui/i18n/name-order.ts';

type FieldConfig = Readonly<Record<string, unknown>>;

interface Props {
  config: FieldConfig;
  onChange: (config: FieldConfig) => void;
}

const noAreas: readonly Area[] = [];

/** Where the places of a field must be (`config.inside` in the API). Nothing where there are no areas. */
export default function DemandedAreaField({ config, onChange }: Props) {
  useLoadedTranslations();
  const { t, i18n } = useTranslation();
  const compare = createNameOrder(i18n.language);
  const { data } = useQuery(buildEndpointQuery(listAreas, {}, { ignoresRefusal: true }));
  const areas = data?.results ?? noAreas;
  const demanded = readDemandedArea(config);
  const sets = [...new Map(areas.map(({ set_id, set_name }) => [set_id, set_name]))];
  const isKnown =
    !demanded || areas.some(({ id, set_id }) => id === demanded.area || set_id === demanded.set);
  if (!data || (areas.length === 0 && !demanded)) return null;
  const choose = (value: string) => {
    const { inside: _, ...others } = config;
    const [kind, id] = value.split(' ');
    onChange(value === '' ? others : { ...others, inside: { [kind ?? '']: Number(id) } });
  };
  const value = demanded ? (demanded.area ? `area ${demanded.area}` : `set ${demanded.set}`) : '';
  return (
    <NativeSelect
      size="md"
      label={t('areas.demand.label')}
      description={t('areas.demand.text')}
      value={value}
      data={[
        { value: '', label: t('areas.demand.anywhere') },
        ...(isKnown ? [] : [{ value, label: t('areas.demand.deleted') }]),
        ...sets.map(([setId, name]) => ({
          group: name,
          items: [
            { value: `set ${setId}`, label: t('areas.demand.anyOf', { name }) },
            ...areas
              .filter(({ set_id }) => set_id === setId)
              .sort((a, b) => compare(a.name, b.name))
              .map((area) => ({ value: `area ${area.id}`, label: area.name })),
          ],
        })),
      ]}
      onChange={({ currentTarget }) => choose(currentTarget.value)}
    />
  );
}
