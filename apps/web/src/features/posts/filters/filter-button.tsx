import { Button } from '@mantine/core';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { useSearch } from '@tanstack/react-router';
import type { Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { countActiveFilters } from '../../../blocks/post-search/post-search.ts';
import { Icon } from '../../../ui/display/icon.tsx';
import classes from './filters.module.css';

interface Props {
  ref?: Ref<HTMLButtonElement>;
  isOpen: boolean;
  onClick: () => void;
}

/** Button that opens sorting and filters; shows the number of active filters. */
export function FilterButton({ ref, isOpen, onClick }: Props) {
  const { t } = useTranslation();
  const count = countActiveFilters(useSearch({ from: '/_map' }));
  return (
    <Button
      ref={ref}
      variant="default"
      size="md"
      leftSection={<Icon icon={IconAdjustmentsHorizontal} size={18} />}
      rightSection={
        count > 0 && (
          <span className={classes['count']} aria-hidden data-figures>
            {count}
          </span>
        )
      }
      aria-expanded={isOpen}
      aria-label={count > 0 ? t('post.filter.openWith', { count }) : t('post.filter.open')}
      onClick={onClick}
    >
      {t('post.filter.short')}
    </Button>
  );
}
