import { Button, Text } from '@mantine/core';
import { endAllAccess } from '@waypost/contract/emergency/emergency';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatErrorMessages } from '../../api/error-text.ts';
import { forgetSession } from '../../api/session.ts';
import { useCall } from '../../api/use-call.ts';
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx';
import { notify } from '../../ui/feedback/toast.tsx';
import { FormSection } from '../../ui/form/form-section.tsx';

/** Logs everybody out and makes keys, invitations and links invalid. The session of this device ends, too. */
export function EndAccessSection() {
  const { t } = useTranslation();
  const [isConfirming, setConfirming] = useState(false);
  const end = useCall(endAllAccess, {
    onSuccess({ sessions, api_keys: keys, invitations }) {
      setConfirming(false);
      forgetSession();
      notify('success', t('emergency.access.done', { sessions, keys, invitations }));
    },
    invalidates: [],
  });
  return (
    <FormSection title={t('emergency.access.title')} lead={t('emergency.access.lead')} tone="danger">
      <Text size="sm" c="dimmed">
        {t('emergency.access.limits')}
      </Text>
      <div>
        <Button size="md" color="red" onClick={() => setConfirming(true)}>
          {t('emergency.access.action')}
        </Button>
      </div>
      {isConfirming && (
        <ConfirmDialog
          title={t('emergency.access.question')}
          confirmLabel={t('emergency.access.action')}
          formatErrors={formatErrorMessages}
          onClose={() => setConfirming(false)}
          onConfirm={() => end.mutateAsync({ body: { confirmed: true } })}
        >
          {t('emergency.access.confirm')}
        </ConfirmDialog>
      )}
    </FormSection>
  );
}
