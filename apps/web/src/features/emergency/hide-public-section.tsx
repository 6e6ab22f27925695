import { Button, Text } from '@mantine/core';
import { type Emergency, updateEmergency } from '@waypost/contract/emergency/emergency';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { refreshConfig } from '../../api/config.ts';
import { formatErrorMessage, formatErrorMessages } from '../../api/error-text.ts';
import { useCall } from '../../api/use-call.ts';
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx';
import { useRelativeTime } from '../../ui/display/relative-time.tsx';
import { ProblemAlert } from '../../ui/feedback/problem-alert.tsx';
import { notify } from '../../ui/feedback/toast.tsx';
import { FormSection } from '../../ui/form/form-section.tsx';

/** Hides everything public at once, and shows it again after a question. */
export function HidePublicSection({ state }: { state: Emergency }) {
  const { t } = useTranslation();
  const mayUpdate = state.allowed_privileges.includes('update');
  return (
    <FormSection title={t('emergency.hide.title')} lead={t('emergency.hide.lead')}>
      <Text size="sm" c="dimmed">
        {t('emergency.hide.limits')}
      </Text>
      {state.hidden && <HiddenState state={state} />}
      {!state.hidden && state.was_private && <Text>{t('emergency.hide.private')}</Text>}
      {!state.hidden && !state.was_private && mayUpdate && <HideButton />}
    </FormSection>
  );
}

/** Needs no question: everything can be shown again. */
function HideButton() {
  const { t } = useTranslation();
  const hide = useCall(updateEmergency, {
    async onSuccess() {
      notify('success', t('emergency.hide.done'));
      await refreshConfig();
    },
  });
  return (
    <>
      <ProblemAlert text={hide.error ? formatErrorMessage(hide.error) : null} />
      <div>
        <Button
          size="md"
          color="red"
          loading={hide.isPending}
          onClick={() => hide.mutate({ body: { hidden: true } })}
        >
          {t('emergency.hide.action')}
        </Button>
      </div>
    </>
  );
}

/** Who has hidden everything, and the way back. */
function HiddenState({ state }: { state: Emergency }) {
  const { t } = useTranslation();
  const time = useRelativeTime(state.since ?? '');
  const [isConfirming, setConfirming] = useState(false);
  const show = useCall(updateEmergency, {
    async onSuccess(ended) {
      setConfirming(false);
      notify('success', t(ended.was_private ? 'emergency.hide.endedPrivate' : 'emergency.hide.ended'));
      await refreshConfig();
    },
  });
  return (
    <>
      <Text fw={550}>
        {t('emergency.hide.since', {
          time,
          name: state.user_name ?? t('emergency.hide.somebody'),
        })}
      </Text>
      {state.allowed_privileges.includes('update') && (
        <div>
          <Button size="md" variant="default" onClick={() => setConfirming(true)}>
            {t('emergency.hide.end')}
          </Button>
        </div>
      )}
      {isConfirming && (
        <ConfirmDialog
          title={t('emergency.hide.endQuestion')}
          confirmLabel={t('emergency.hide.end')}
          isHarmless
          formatErrors={formatErrorMessages}
          onClose={() => setConfirming(false)}
          onConfirm={() => show.mutateAsync({ body: { hidden: false } })}
        >
          {t(state.was_private ? 'emergency.hide.endPrivate' : 'emergency.hide.endLead')}
        </ConfirmDialog>
      )}
    </>
  );
}
