/** Moves categories below another parent, or merges them into another category, after a confirmation. */
import { NativeSelect } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import {
  type Category,
  mergeCategory,
  readCategory,
  updateCategory,
} from '@waypost/contract/categories/categories';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { formatErrorMessage } from '../../api/error-text.ts';
import { useCall } from '../../api/use-call.ts';
import { useUndo } from '../../blocks/undo/use-undo.ts';
import { BulkDialog, type BulkItem } from '../../ui/dialog/bulk-dialog.tsx';
import { notify } from '../../ui/feedback/toast.tsx';
import { useCategories, usePostCount } from './use-categories.ts';

interface Props {
  categories: readonly Category[];
  /** Called with the ids of the categories that were moved or merged. */
  onDone: (ids: readonly number[]) => void;
  onClose: () => void;
}

const toItem = ({ id, tag }: Category): BulkItem => ({ id, name: tag });

/** All categories, and those that are not chosen, by name. */
function useOthers(chosen: readonly Category[]): { others: Category[]; all: Category[] } {
  const all = useCategories().data?.results ?? [];
  const ids = new Set(chosen.map(({ id }) => id));
  const others = all.filter(({ id }) => !ids.has(id)).toSorted((a, b) => a.tag.localeCompare(b.tag));
  return { others, all };
}

/**
 * Refreshes what shows categories, and says how many were done.
 * @param back takes back what was done to a category, unless somebody has changed it since
 */
function useFinish(
  onDone: Props['onDone'],
  text: (number: number) => string,
  back?: { isUnchanged: (id: number) => Promise<boolean>; restore: (id: number) => Promise<unknown> },
) {
  const { t } = useTranslation();
  const cache = useQueryClient();
  const undo = useUndo();
  const undoAll = async (done: readonly BulkItem[], { isUnchanged, restore }: NonNullable<typeof back>) => {
    await undo({
      isUnchanged: async () => !(await Promise.all(done.map(({ id }) => isUnchanged(id)))).includes(false),
      restore: async () => {
        // Backwards: what is below a category was done before it.
        for (const { id } of done.toReversed()) await restore(id);
      },
    });
    await cache.invalidateQueries();
  };
  return (done: readonly BulkItem[]) => {
    onDone(done.map(({ id }) => id));
    if (done.length > 0)
      notify(
        'success',
        text(done.length),
        back && { label: t('action.undo'), onClick: () => void undoAll(done, back) },
      );
    void cache.invalidateQueries();
  };
}

/** Moves categories with their reports; those below them move too, since there are two levels. */
export function BulkMove({ categories, onDone, onClose }: Props) {
  const { t } = useTranslation();
  const update = useCall(updateCategory, { invalidates: [] });
  const { others, all } = useOthers(categories);
  const [parent, setParent] = useState('');
  const isTop = parent === 'top';
  /** The categories as they were moved. */
  const moved = useRef(new Map<number, Category>());
  const move = async (id: number) => {
    const body = { parent_id: isTop ? null : Number(parent) };
    moved.current.set(id, await update.mutateAsync({ params: { id }, body }));
  };
  const isUnchanged = async (id: number) => {
    const current = await call(readCategory, { params: { id } });
    const saved = moved.current.get(id);
    return current.parent?.id === saved?.parent?.id && String(current.role) === String(saved?.role);
  };
  const restore = (id: number) => {
    const { parent: before, role } = all.find((it) => it.id === id) ?? {};
    // A category below another one has its roles.
    const body = before ? { parent_id: before.id } : { parent_id: null, role: role ?? null };
    return update.mutateAsync({ params: { id }, body });
  };
  const finish = useFinish(onDone, (number) => t('categories.move.done', { number }), {
    isUnchanged,
    restore,
  });
  const children = all.filter(
    (it) => categories.some(({ id }) => id === it.parent?.id) && !categories.some(({ id }) => id === it.id),
  );
  // Children first: a category with others below it cannot be moved below another one.
  const items = isTop
    ? categories
    : [...children, ...categories.toSorted((a, b) => a.children.length - b.children.length)];
  return (
    <BulkDialog
      title={t('categories.move.title')}
      confirmLabel={t('categories.move.action')}
      canStart={parent !== ''}
      items={items.map(toItem)}
      processItem={({ id }) => move(id)}
      formatError={formatErrorMessage}
      onDone={finish}
      onClose={onClose}
    >
      <p>{t('categories.move.text')}</p>
      {children.length > 0 && !isTop && <p>{t('categories.move.children')}</p>}
      <NativeSelect
        size="md"
        label={t('categories.move.label')}
        value={parent}
        onChange={(event) => setParent(event.currentTarget.value)}
        data={[
          { value: '', label: t('categories.move.choose') },
          { value: 'top', label: t('category.noParent') },
          ...others
            .filter((it) => it.parent === undefined)
            .map((it) => ({ value: String(it.id), label: it.tag })),
        ]}
      />
    </BulkDialog>
  );
}

/** Whether a category has others below it. */
const isParent = ({ children }: Category): boolean => children.length > 0;

/** The categories that others can be merged into, with their names: the chosen ones first, when there are several. */
function useMergeTargets(categories: readonly Category[]): { value: string; label: string }[] {
  const { others, all } = useOthers(categories);
  const nameOf = ({ tag, parent }: Category) => {
    const above = all.find(({ id }) => id === parent?.id);
    return above ? `${above.tag} › ${tag}` : tag;
  };
  const canTake = (target: Category) =>
    // What is below moves along, and there are two levels.
    target.parent === undefined || !categories.some((it) => it.id !== target.id && isParent(it));
  const toOptions = (targets: readonly Category[]) =>
    targets
      .filter(canTake)
      .map((it) => ({ value: String(it.id), label: nameOf(it) }))
      .toSorted((one, other) => one.label.localeCompare(other.label));
  return [...(categories.length > 1 ? toOptions(categories) : []), ...toOptions(others)];
}

/** Merges categories into one that is kept, which may be one of them. */
export function BulkMerge({ categories, onDone, onClose }: Props) {
  const { t } = useTranslation();
  const merge = useCall(mergeCategory, { invalidates: [] });
  const targets = useMergeTargets(categories);
  const [target, setTarget] = useState('');
  const merged = categories.filter(({ id }) => String(id) !== target);
  const { data: posts } = usePostCount(merged.map(({ id }) => id));
  const finish = useFinish(onDone, (number) => t('categories.merge.done', { number }));
  return (
    <BulkDialog
      title={t('categories.merge.title')}
      confirmLabel={t('categories.merge.action')}
      tone="danger"
      canStart={target !== ''}
      // Children first, so that a parent can be merged after them.
      items={merged.toSorted((a, b) => a.children.length - b.children.length).map(toItem)}
      processItem={({ id }) => merge.mutateAsync({ params: { id }, body: { into: Number(target) } })}
      formatError={formatErrorMessage}
      onDone={finish}
      onClose={onClose}
    >
      <NativeSelect
        size="md"
        label={t('categories.merge.label')}
        value={target}
        onChange={(event) => setTarget(event.currentTarget.value)}
        data={[{ value: '', label: t('categories.merge.choose') }, ...targets]}
      />
      {target !== '' && (
        <>
          <p>{t('categories.merge.text', { names: merged.map(({ tag }) => tag).join(', ') })}</p>
          {posts !== undefined && <p>{t('categories.merge.posts', { number: posts })}</p>}
        </>
      )}
    </BulkDialog>
  );
}
