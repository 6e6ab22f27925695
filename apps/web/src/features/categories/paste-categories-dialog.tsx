/** Dialog that adds a pasted list of categories in two levels. */
import { createCategories } from '@waypost/contract/categories/categories';
import { limits } from '@waypost/contract/common/limits';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatErrorMessages } from '../../api/error-text.ts';
import { useCall } from '../../api/use-call.ts';
import { PasteListDialog } from '../../ui/dialog/paste-list-dialog.tsx';
import { ErrorState } from '../../ui/feedback/screen-states.tsx';
import { notify } from '../../ui/feedback/toast.tsx';
import classes from './category-rows.module.css';
import { countListed, isNameValid, type ListedCategory, parseCategoryList } from './parse-category-list.ts';
import { useCategories } from './use-categories.ts';

interface Props {
  onClose: () => void;
}

/** A text area, and below it what its lines become. */
export default function PasteCategoriesDialog({ onClose }: Props) {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const list = useMemo(() => parseCategoryList(text), [text]);
  const create = useCall(createCategories, {
    onSuccess({ results }) {
      notify('success', t('categories.paste.done', { number: results.length }));
      onClose();
    },
  });
  const names = list.flatMap(({ tag, children }) => [tag, ...children]);
  const isTooLong = countListed(list) > limits.categoryList;
  const hasInvalidName = names.some((name) => !isNameValid(name));
  const { min, max } = limits.categoryName;
  const error = isTooLong
    ? t('categories.paste.tooMany', { max: limits.categoryList })
    : hasInvalidName
      ? t('categories.paste.length', { min, max })
      : undefined;
  return (
    <PasteListDialog
      title={t('categories.paste.title')}
      label={t('categories.paste.label')}
      hint={t('categories.paste.hint')}
      text={text}
      onTextChange={setText}
      error={error}
      submitLabel={t('categories.paste.add')}
      canSubmit={list.length > 0 && error === undefined}
      isBusy={create.isPending}
      onSubmit={() => create.mutate({ body: { categories: list } })}
      onClose={onClose}
    >
      {list.length > 0 && <ListedCategories list={list} />}
      {create.error !== null && <ErrorState messages={formatErrorMessages(create.error)} />}
    </PasteListDialog>
  );
}

/** The tree, with a mark at what exists. */
function ListedCategories({ list }: { list: readonly ListedCategory[] }) {
  const { t } = useTranslation();
  const categories = useCategories().data?.results ?? [];
  const find = (tag: string, parentId: number | undefined) =>
    categories.find((it) => it.tag.toLowerCase() === tag.toLowerCase() && it.parent?.id === parentId);
  const mark = <span className={classes['mark']}>{t('categories.paste.exists')}</span>;
  return (
    <ul className={classes['listed']} aria-label={t('categories.paste.result')}>
      {list.slice(0, limits.categoryList).map(({ tag, children }) => {
        const parent = find(tag, undefined);
        return (
          <li key={tag}>
            <bdi>{tag}</bdi> {parent && mark}
            {children.length > 0 && (
              <ul>
                {children.map((child) => (
                  <li key={child}>
                    <bdi>{child}</bdi> {parent && find(child, parent.id) && mark}
                  </li>
                ))}
              </ul>
            )}
          </li>
        );
      })}
    </ul>
  );
}
