import '@mantine/core/styles/Checkbox.layer.css';
import { Checkbox, NativeSelect } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useHasPermission } from '../../../api/session.ts';
import { getDefaultOrder } from '../../../blocks/post-search/post-query.ts';
import { defaultPageSize, type PostSearch, pageSizes } from '../../../blocks/post-search/post-search.ts';
import { FilterSection } from './filter-section.tsx';
import classes from './filters.module.css';

type OrderBy = NonNullable<PostSearch['orderby']>;

/** Fields that are dates (spec 2 §9). */
const dateSortFields: readonly OrderBy[] = ['created', 'post_date', 'updated'];
const sortDirections = ['desc', 'asc'] as const;

interface Props {
  search: PostSearch;
  onChange: (change: PostSearch) => void;
}

/** Sort field, direction and page size. keys: post.filter.sort.* post.filter.order.* */
export function SortFields({ search, onChange }: Props) {
  const { t } = useTranslation();
  const managesPosts = useHasPermission('Manage Posts');
  const defaultOrder = getDefaultOrder(search);
  const orderby = search.orderby ?? defaultOrder;
  const orderOptions = [...new Set<OrderBy>([defaultOrder, ...dateSortFields, orderby])];
  const dateOrOther = dateSortFields.includes(orderby) ? 'date' : 'other';
  const order = search.order ?? 'desc';
  return (
    <FilterSection title={t('post.filter.sorting')}>
      <div className={classes['pair']}>
        <NativeSelect
          size="md"
          label={t('post.filter.sort.label')}
          value={orderby}
          onChange={({ currentTarget: { value } }) => {
            const selected = orderOptions.find((orderBy) => orderBy === value);
            onChange({ orderby: selected === defaultOrder ? undefined : selected, order: undefined });
          }}
          data={orderOptions.map((value) => ({ value, label: t(`post.filter.sort.${value}`) }))}
        />
        {orderby !== 'relevance' && (
          <NativeSelect
            size="md"
            label={t('post.filter.order.label')}
            value={order}
            onChange={({ currentTarget: { value } }) =>
              onChange({ order: value === 'asc' ? 'asc' : undefined })
            }
            data={sortDirections.map((value) => ({
              value,
              label: t(`post.filter.order.${dateOrOther}.${value}`),
            }))}
          />
        )}
      </div>
      {managesPosts && (
        <Checkbox
          classNames={{ body: classes['choice'] ?? '' }}
          label={t('post.filter.unlockedFirst')}
          checked={search.order_unlocked_on_top !== 'false'}
          onChange={({ currentTarget: { checked } }) =>
            onChange({ order_unlocked_on_top: checked ? undefined : 'false' })
          }
        />
      )}
      <NativeSelect
        size="md"
        label={t('post.filter.size')}
        value={search.size ?? defaultPageSize}
        onChange={({ currentTarget: { value } }) => {
          const size = pageSizes.find((size) => size === value);
          onChange({ size: size === defaultPageSize ? undefined : size });
        }}
        data={[...pageSizes]}
      />
    </FilterSection>
  );
}
