/** The message about a changed collection or saved search, with its undo. */
import { useTranslation } from 'react-i18next';
import { queryClient } from '../../api/query-client.ts';
import { notify } from '../../ui/feedback/toast.tsx';
import type { SetKind } from '../post-search/post-mode.ts';
import { useUndo } from '../undo/use-undo.ts';
import { type AnySet, buildSetQuery, invalidateSets, useSaveSet } from './set-endpoints.ts';

const toUndoBody = ({ name, description, view, role, featured, filter }: AnySet) => ({
  name,
  description: description ?? '',
  view: view === 'map' ? ('map' as const) : ('data' as const),
  role: role ?? [],
  featured,
  filter,
});

/** @returns a function that takes the set before and after the change */
export function useNotifySetUpdated(kind: SetKind): (before: AnySet, saved: AnySet) => void {
  const { t } = useTranslation();
  const { update } = useSaveSet(kind);
  const undo = useUndo();
  const undoUpdate = (before: AnySet, saved: AnySet) =>
    undo({
      isUnchanged: async () => {
        const current = await queryClient.fetchQuery({ ...buildSetQuery(kind, saved.id), staleTime: 0 });
        return JSON.stringify(toUndoBody(current)) === JSON.stringify(toUndoBody(saved));
      },
      restore: async () => {
        const { filter, featured, ...body } = toUndoBody(before);
        // Setting whether it is featured needs a permission.
        await update(saved.id, { ...body, ...(featured === saved.featured ? {} : { featured }) }, filter);
        await invalidateSets(kind);
      },
    });
  return (before, saved) =>
    notify(
      'success',
      kind === 'collection'
        ? t('collection.done.updated', { name: saved.name })
        : t('savedSearch.done.updated', { name: saved.name }),
      { label: t('action.undo'), onClick: () => void undoUpdate(before, saved) },
    );
}
