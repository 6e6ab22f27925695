/**
 * Asks before a survey, a task or a field is deleted: shows how many posts lose answers, and then requires the name to be typed.
 */
import { Button, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { countAffectedPosts } from '@waypost/contract/surveys/surveys';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatErrorMessages } from '../../api/error-text.ts';
import { buildEndpointQuery } from '../../api/query-client.ts';
import { DialogActions } from '../../ui/dialog/dialog-actions.tsx';
import { Modal } from '../../ui/dialog/modal.tsx';
import { ErrorState, ListSkeleton } from '../../ui/feedback/screen-states.tsx';
import { useAsyncAction } from '../../ui/feedback/use-async-action.ts';

interface Props {
  partType: 'survey' | 'task' | 'field';
  name: string;
  /** Id of the survey; null while it is new, without answers. */
  surveyId: number | null;
  /** Id of the task or field, if it has been saved. */
  partQuery?: { stage: number } | { attribute: number } | undefined;
  onDelete: () => Promise<void> | void;
  onClose: () => void;
}

/** keys: survey.delete.survey.* survey.delete.task.* survey.delete.field.* */
export default function DeleteSurveyPartDialog({
  partType,
  name,
  surveyId,
  partQuery,
  onDelete,
  onClose,
}: Props) {
  const { t } = useTranslation();
  const isPartSaved = surveyId !== null && (partType === 'survey' || partQuery !== undefined);
  const { data, error, refetch } = useQuery({
    ...buildEndpointQuery(countAffectedPosts, { params: { id: surveyId ?? 0 }, query: partQuery ?? {} }),
    enabled: isPartSaved,
    // Posts may come in at any time.
    staleTime: 0,
    gcTime: 0,
  });
  const count = isPartSaved ? data?.posts : 0;
  const [typedName, setTypedName] = useState('');
  const deletion = useAsyncAction<void, void>(async () => onDelete(), { onSuccess: onClose });
  const asksForName = count !== undefined && count > 0;
  const isConfirmed = count !== undefined && (!asksForName || typedName.trim() === name.trim());

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isConfirmed) deletion.mutate();
  };

  return (
    <Modal opened title={t(`survey.delete.${partType}.title`, { name })} onClose={onClose}>
      <form noValidate onSubmit={submit}>
        <Stack gap="md">
          {isPartSaved && error && !data && (
            <ErrorState messages={formatErrorMessages(error)} onRetry={() => void refetch()} />
          )}
          {count === undefined && !error && <ListSkeleton rows={1} height={48} />}
          {count !== undefined && (
            <Text role={asksForName ? 'alert' : undefined}>
              {t(`survey.delete.${partType}.text`, { count })}
            </Text>
          )}
          {partType !== 'survey' && isPartSaved && count !== undefined && (
            <Text size="sm" c="dimmed">
              {t('survey.delete.onSave')}
            </Text>
          )}
          {asksForName && (
            <TextInput
              size="md"
              label={t('survey.delete.name', { name })}
              dir="auto"
              autoComplete="off"
              data-autofocus
              value={typedName}
              onChange={(event) => setTypedName(event.currentTarget.value)}
            />
          )}
          {deletion.error && <ErrorState messages={formatErrorMessages(deletion.error)} />}
          <DialogActions>
            <Button
              variant="default"
              size="md"
              onClick={onClose}
              data-autofocus={asksForName ? undefined : true}
            >
              {t('action.cancel')}
            </Button>
            <Button type="submit" color="red" size="md" loading={deletion.isPending} disabled={!isConfirmed}>
              {t(`survey.delete.${partType}.action`)}
            </Button>
          </DialogActions>
        </Stack>
      </form>
    </Modal>
  );
}
