import '../../../ui/i18n/areas-labels.ts';
import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { listAreas } from '@waypost/contract/areas/list-areas';
import { useTranslation } from 'react-i18next';
import { buildEndpointQuery } from '../../../api/query-client.ts';
import type { PostSearch } from '../../../blocks/post-search/post-search.ts';
import { useLoadedTranslations } from '../../../ui/i18n/i18n.ts';
import { createNameOrder } from '../../../ui/i18n/name-order.ts';
import { CheckboxGroup } from './checkbox-group.tsx';
import { FilterSection } from './filter-section.tsx';

interface Props {
  search: PostSearch;
  onChange: (change: PostSearch) => void;
}

/** Filter by area: those that are selected, and a choice of further ones by set. Nothing where there are no areas. */
export default function AreaFilter({ search, onChange }: Props) {
  useLoadedTranslations();
  const { t, i18n } = useTranslation();
  const { data } = useQuery(buildEndpointQuery(listAreas, {}, { ignoresRefusal: true }));
  const areas = data?.results ?? [];
  const compare = createNameOrder(i18n.language);
  const selected = search.area ?? [];
  if (areas.length === 0) return null;
  const label = t('areas.filter.title');
  const chosen = areas.filter(({ id }) => selected.includes(String(id)));
  const others = areas.filter(({ id }) => !selected.includes(String(id)));
  const setIds = new Set(others.map(({ set_id }) => set_id));
  const change = (ids: string[]) => onChange({ area: ids.length > 0 ? ids : undefined });
  return (
    <FilterSection title={label}>
      {chosen.length > 0 && (
        <CheckboxGroup
          options={chosen.map(({ id, name }) => ({ value: String(id), label: name }))}
          selectedValues={selected}
          onChange={change}
        />
      )}
      <NativeSelect
        size="md"
        aria-label={label}
        value=""
        data={[
          { value: '', label: t('areas.filter.choose') },
          ...[...setIds].map((setId) => {
            const members = others
              .filter(({ set_id }) => set_id === setId)
              .sort((a, b) => compare(a.name, b.name));
            return {
              group: members[0]?.set_name ?? '',
              items: members.map(({ id, name }) => ({ value: String(id), label: name })),
            };
          }),
        ]}
        onChange={(event) => change([...selected, event.currentTarget.value])}
      />
    </FilterSection>
  );
}
