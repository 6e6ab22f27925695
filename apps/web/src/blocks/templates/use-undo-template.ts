/** Undoing an applied template, and the notice that offers it. */
import { useQueryClient } from '@tanstack/react-query';
import { undoTemplateApplication } from '@waypost/contract/templates/template-applications';
import type { TemplateResult } from '@waypost/contract/templates/templates';
import { useTranslation } from 'react-i18next';
import { formatErrorMessage } from '../../api/error-text.ts';
import { useCall } from '../../api/use-call.ts';
import { notify } from '../../ui/feedback/toast.tsx';

/** The call that undoes a template; a notice names what stays. */
export function useUndoTemplate() {
  const { t } = useTranslation();
  const cache = useQueryClient();
  return useCall(undoTemplateApplication, {
    async onSuccess({ title, changes }) {
      const kept = changes.filter(({ action }) => action === 'keep').map(({ name }) => name);
      if (kept.length === 0) notify('success', t('template.undo.done', { name: title }));
      else notify('info', t('template.undo.kept', { name: title, names: kept.join(', ') }));
      // A template changes surveys, categories, roles and saved searches.
      await cache.invalidateQueries();
    },
    invalidates: [],
  });
}

/** @returns a function that says that a template was applied, and offers to undo it */
export function useAppliedNotice(): (result: TemplateResult, title: string) => void {
  const { t } = useTranslation();
  const undo = useUndoTemplate();
  return ({ application_id: id }, title) =>
    notify(
      'success',
      t('template.done', { name: title }),
      id === null
        ? undefined
        : {
            label: t('action.undo'),
            onClick: () =>
              void undo
                .mutateAsync({ params: { id } })
                .catch((error: unknown) => notify('error', formatErrorMessage(error))),
          },
    );
}
