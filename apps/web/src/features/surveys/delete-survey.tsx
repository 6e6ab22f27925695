/** Last section of the editor: deletion of the survey. */
import { Button } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { countAffectedPosts, deleteSurvey } from '@waypost/contract/surveys/surveys';
import { useTranslation } from 'react-i18next';
import { buildResourceKey } from '../../api/query-keys.ts';
import { useCall } from '../../api/use-call.ts';
import { useLazyDialog } from '../../ui/dialog/lazy-dialog.tsx';
import { Icon } from '../../ui/display/icon.tsx';
import { notify } from '../../ui/feedback/toast.tsx';
import { FormSection } from '../../ui/form/form-section.tsx';

const loadDialog = () => import('./delete-survey-part-dialog.tsx');

interface SurveyReference {
  id: number;
  name: string;
}

/**
 * Opens the confirmation dialog.
 * @param onDeleted called after the deletion, to leave the page
 */
export function useDeleteSurvey(onDeleted: () => Promise<void> | void) {
  const { t } = useTranslation();
  const cache = useQueryClient();
  const { open, dialog } = useLazyDialog(loadDialog);
  const remove = useCall(deleteSurvey, { invalidates: [] });
  const askToDelete = ({ id, name }: SurveyReference) =>
    open({
      partType: 'survey',
      name,
      surveyId: id,
      onDelete: async () => {
        await remove.mutateAsync({ params: { id } });
        notify('success', t('survey.delete.survey.done', { name }));
        await onDeleted();
        await cache.invalidateQueries({
          queryKey: buildResourceKey('forms'),
          // The dialog is still open and would refetch the counts of the deleted survey.
          predicate: ({ queryKey }) => queryKey[1] !== countAffectedPosts.name,
        });
        await cache.invalidateQueries({ queryKey: buildResourceKey('posts') });
      },
    });
  return { askToDelete, dialog };
}

interface Props {
  survey: { name: string };
  id: number;
  /** Called before leaving the page, since there is nothing left to save. */
  onDeleted: () => void;
}

/** Section of the editor with the delete button. */
export function DeleteSurveySection({ survey, id, onDeleted }: Props) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { askToDelete, dialog } = useDeleteSurvey(async () => {
    onDeleted();
    await navigate({ to: '/settings/surveys', ignoreBlocker: true });
  });
  return (
    <FormSection title={t('survey.delete.survey.action')} lead={t('survey.delete.survey.lead')} tone="danger">
      <div>
        <Button
          variant="outline"
          color="red"
          size="md"
          leftSection={<Icon icon={IconTrash} size={18} />}
          onClick={() => askToDelete({ id, name: survey.name })}
        >
          {t('survey.delete.survey.action')}
        </Button>
      </div>
      {dialog}
    </FormSection>
  );
}
