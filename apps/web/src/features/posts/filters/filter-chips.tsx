import { IconX } from '@tabler/icons-react';
import { useSearch } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { clearedFilters, type PostSearch } from '../../../blocks/post-search/post-search.ts';
import { Icon } from '../../../ui/display/icon.tsx';
import classes from './filters.module.css';
import { useUpdatePostSearch } from './use-change-search.ts';
import { useFilterChips } from './use-filter-chips.ts';

interface Props {
  /** Called when the last chip is removed, so that the focus can move elsewhere. */
  onLastRemoved: () => void;
}

/** The active filters as chips, each with a remove button. */
export default function FilterChips({ onLastRemoved }: Props) {
  const { t } = useTranslation();
  const list = useRef<HTMLUListElement>(null);
  /** Index of the removed chip, until the chip in its place has the focus. */
  const removedIndex = useRef<number | null>(null);
  const search = useSearch({ from: '/_map' });
  const change = useUpdatePostSearch();
  const chips = useFilterChips(search);
  const count = chips.length;
  useEffect(() => {
    if (removedIndex.current === null) return;
    const buttons = list.current?.querySelectorAll('button') ?? [];
    buttons[Math.min(removedIndex.current, count - 1)]?.focus();
    removedIndex.current = null;
  }, [count]);
  if (count === 0) return null;
  const remove = (at: number, searchWithout: PostSearch) => {
    if (count === 1) onLastRemoved();
    else removedIndex.current = at;
    change(searchWithout);
  };
  const clear = () => {
    onLastRemoved();
    change(clearedFilters);
  };
  return (
    <ul ref={list} className={classes['chips']} aria-label={t('post.filter.chips')}>
      {chips.map(({ id, text, searchWithout }, at) => (
        <li key={id}>
          <button
            type="button"
            className={classes['chip']}
            aria-label={t('post.filter.remove', { filter: text })}
            onClick={() => remove(at, searchWithout)}
          >
            <span dir="auto" className={classes['chipText']}>
              {text}
            </span>
            <Icon icon={IconX} size={14} />
          </button>
        </li>
      ))}
      {chips.length > 1 && (
        <li>
          <button type="button" className={classes['clear']} onClick={clear}>
            {t('post.filter.clear')}
          </button>
        </li>
      )}
    </ul>
  );
}
