/** The filters that are on, each with the way to take it off. */
import { IconX } from '@tabler/icons-react';
import { useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { withoutFilters } from '../../../blocks/post-search/post-search.ts';
import { Icon } from '../../../ui/icon.tsx';
import classes from './filters.module.css';
import { useChangeSearch } from './use-change-search.ts';
import { useFilterChips } from './use-filter-names.ts';

export default function FilterChips() {
  const { t } = useTranslation();
  const search = useSearch({ from: '/_map' });
  const change = useChangeSearch();
  const chips = useFilterChips(search);
  if (chips.length === 0) return null;
  return (
    <ul className={classes['chips']} aria-label={t('post.filter.chips')}>
      {chips.map(({ id, text, without }) => (
        <li key={id}>
          <button
            type="button"
            className={classes['chip']}
            aria-label={t('post.filter.remove', { filter: text })}
            onClick={() => change(without)}
          >
            <span dir="auto" className={classes['chipText']}>
              {text}
            </span>
            <Icon of={IconX} size={14} />
          </button>
        </li>
      ))}
      {chips.length > 1 && (
        <li>
          <button type="button" className={classes['clear']} onClick={() => change(withoutFilters)}>
            {t('post.filter.clear')}
          </button>
        </li>
      )}
    </ul>
  );
}
