/** Choice of the categories of a report by keyboard: typing narrows the list, Enter takes the only hit and saves. */
import { Button, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Post } from '@waypost/contract/posts/posts';
import type { Attribute } from '@waypost/contract/surveys/attributes';
import { type FormEvent, type KeyboardEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatErrorMessages } from '../../../api/error-text.ts';
import { buildEndpointQuery } from '../../../api/query-client.ts';
import { CategoryCheckboxes } from '../../../blocks/category-selector/category-checkboxes.tsx';
import {
  buildCategoryTree,
  type CategoryBranch,
  toggleCategory,
} from '../../../blocks/category-selector/category-tree.ts';
import {
  filterBranches,
  listHits,
  maxVisibleBoxes,
} from '../../../blocks/category-selector/visible-branches.ts';
import { buildSurveyQueries } from '../../../blocks/survey-form/survey-queries.ts';
import { focusOnMount } from '../../../ui/browser/focus-on-mount.ts';
import { DialogActions } from '../../../ui/dialog/dialog-actions.tsx';
import { ModalWindow } from '../../../ui/dialog/modal-window.tsx';
import { ProblemList } from '../../../ui/feedback/problem-list.tsx';
import { ErrorState, ListSkeleton } from '../../../ui/feedback/screen-states.tsx';
import { useAsyncAction } from '../../../ui/feedback/use-async-action.ts';
import type { ChosenCategories } from './category-fields.ts';
import classes from './choose-categories-dialog.module.css';

interface Props {
  fields: readonly Attribute[];
  /** The report whose categories are offered. */
  post: Pick<Post, 'form' | 'status'>;
  chosen: ChosenCategories;
  /** Saves the fields that were changed. @returns why that was refused */
  onSave: (changed: ChosenCategories) => Promise<readonly string[]>;
  /** Called when the dialog is closed, saved or not. */
  onClosed: () => void;
  onClose: () => void;
}

/** Closes when the choice was saved. */
export default function ChooseCategoriesDialog({ fields, post, chosen: before, onSave, ...props }: Props) {
  const { t } = useTranslation();
  const { categories } = buildSurveyQueries(post.form?.id ?? 0, post.status);
  const { data, error, refetch } = useQuery(buildEndpointQuery(categories.endpoint, categories.input));
  const [chosen, setChosen] = useState(before);
  const [searchText, setSearchText] = useState('');
  const [problems, setProblems] = useState<readonly string[]>([]);
  const trees = (data ? fields : []).map((field) => ({
    ...field,
    tree: buildCategoryTree(data?.results ?? [], (field.options ?? []).map(Number)),
  }));
  const close = () => {
    props.onClose();
    props.onClosed();
  };
  const saving = useAsyncAction<ChosenCategories, void>(
    async (after) => {
      const changed = Object.entries(after).filter(([key, ids]) => String(ids) !== String(before[key]));
      const reasons =
        changed.length > 0 ? await onSave(Object.fromEntries(changed)) : [t('review.categories.unchanged')];
      if (reasons.length > 0) setProblems(reasons);
      else close();
    },
    { onError: (error) => setProblems(formatErrorMessages(error)) },
  );
  const save = (after: ChosenCategories) => {
    setProblems([]);
    setChosen(after);
    saving.mutate(after);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save(chosen);
  };
  /** Enter takes the category that the search has found, if it is the only one. */
  const onSearchKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    const hits = trees.flatMap(({ key, tree }) =>
      listHits(tree, searchText).map((id) => ({ key, tree, id })),
    );
    const [hit] = hits;
    const ids = (hit && chosen[hit.key]) ?? [];
    if (!hit || hits.length > 1 || ids.includes(String(hit.id))) return;
    event.preventDefault();
    save({ ...chosen, [hit.key]: toggleCategory(hit.tree, ids, hit.id) });
  };
  return (
    <ModalWindow title={t('review.action.categories')} onClose={close} size="md">
      <form className={classes['form']} onSubmit={submit}>
        <TextInput
          size="md"
          dir="auto"
          // At once: what is typed before the dialog moves the focus would be lost.
          ref={focusOnMount}
          data-autofocus
          label={t('category.search')}
          value={searchText}
          onChange={(event) => setSearchText(event.currentTarget.value)}
          onKeyDown={onSearchKey}
        />
        {error && !data && (
          <ErrorState messages={formatErrorMessages(error)} onRetry={() => void refetch()} />
        )}
        {!data && !error && <ListSkeleton rows={3} height={32} />}
        {trees.map(({ key, label, tree }) => {
          const ids = chosen[key] ?? [];
          return (
            <FieldCategories
              key={key}
              label={label}
              branches={filterBranches(tree, searchText)}
              selectedIds={ids}
              onToggle={(id) => setChosen({ ...chosen, [key]: toggleCategory(tree, ids, id) })}
            />
          );
        })}
        <ProblemList problems={problems} />
        <DialogActions>
          <Button variant="default" onClick={close}>
            {t('action.cancel')}
          </Button>
          <Button type="submit" loading={saving.isPending}>
            {t('action.save')}
          </Button>
        </DialogActions>
      </form>
    </ModalWindow>
  );
}

interface FieldProps {
  label: string;
  /** Those that the search finds. */
  branches: readonly CategoryBranch[];
  selectedIds: readonly string[];
  onToggle: (id: number) => void;
}

/** The categories of one field. */
function FieldCategories({ label, branches, selectedIds, onToggle }: FieldProps) {
  const { t } = useTranslation();
  const hiddenCount = Math.max(0, branches.length - maxVisibleBoxes);
  return (
    <fieldset className={classes['field']}>
      <legend dir="auto">{label}</legend>
      {branches.length === 0 && (
        <output>
          <Text size="sm" c="dimmed" component="span">
            {t('category.noneFound')}
          </Text>
        </output>
      )}
      <CategoryCheckboxes
        size="md"
        tree={branches.slice(0, maxVisibleBoxes)}
        selectedIds={selectedIds}
        onToggle={onToggle}
      />
      {hiddenCount > 0 && (
        <Text size="sm" c="dimmed">
          {t('category.more', { count: hiddenCount })}
        </Text>
      )}
    </fieldset>
  );
}
