import { useQuery } from '@tanstack/react-query';
import { listCategories } from '@waypost/contract/categories/categories';
import { useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { formatErrorMessages } from '../../../api/error-text.ts';
import { buildEndpointQuery } from '../../../api/query-client.ts';
import { CategoryCheckboxes } from '../../../blocks/category-selector/category-checkboxes.tsx';
import { buildCategoryTree } from '../../../blocks/category-selector/category-tree.ts';
import { ErrorState, ListSkeleton } from '../../../ui/feedback/screen-states.tsx';
import classes from './survey-editor.module.css';

interface Props {
  /** Ids of categories. */
  options: readonly number[];
  onChange: (options: number[]) => void;
}

/** Which categories a field offers; all while none is selected. */
export function CategoryOptionsField({ options, onChange }: Props) {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(buildEndpointQuery(listCategories, {}));
  useEffect(() => {
    // A deleted category could not be deselected, and would make saving fail.
    const existingIds = options.filter((id) => data?.results.some((category) => category.id === id));
    if (data && existingIds.length < options.length) onChange(existingIds);
  }, [data, options, onChange]);
  const tree = useMemo(() => buildCategoryTree(data?.results ?? [], []), [data]);
  // A child without its parent can be selected; it is then shown at the top level.
  const toggle = (id: number) =>
    onChange(options.includes(id) ? options.filter((other) => other !== id) : [...options, id]);
  return (
    <fieldset className={classes['choices']}>
      <legend>{t('survey.categories.label')}</legend>
      <p className={classes['about']}>{t('survey.categories.hint')}</p>
      {error && <ErrorState messages={formatErrorMessages(error)} onRetry={() => void refetch()} />}
      {!data && !error && <ListSkeleton rows={2} height={44} />}
      {data?.results.length === 0 && <p className={classes['none']}>{t('survey.categories.none')}</p>}
      <div className={classes['scrolled']}>
        <CategoryCheckboxes tree={tree} selectedIds={options.map(String)} onToggle={toggle} />
      </div>
    </fieldset>
  );
}
