/** Takes a conversation that needs no reply out of those that are not replied to. */
import { Button } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { notifyError } from '../../api/notify-error.ts';
import { Icon } from '../../ui/display/icon.tsx';
import { notify } from '../../ui/feedback/toast.tsx';
import { useAsyncAction } from '../../ui/feedback/use-async-action.ts';

interface Props {
  /** Saves that the conversation needs no reply, or that it does again. */
  save: (isDone: boolean) => Promise<unknown>;
}

/** The message afterwards offers to undo it. */
export function DoneButton({ save }: Props) {
  const { t } = useTranslation();
  const cache = useQueryClient();
  const change = async (isDone: boolean) => {
    await save(isDone);
    await cache.invalidateQueries();
  };
  const undo = () => void change(false).catch(notifyError);
  const { mutate, isPending } = useAsyncAction<void, void>(() => change(true), {
    onSuccess: () => notify('success', t('inbox.done.notice'), { label: t('action.undo'), onClick: undo }),
    onError: notifyError,
  });
  return (
    <Button
      variant="default"
      size="xs"
      loading={isPending}
      leftSection={<Icon icon={IconCheck} size={16} />}
      onClick={() => mutate()}
    >
      {t('inbox.done.action')}
    </Button>
  );
}
