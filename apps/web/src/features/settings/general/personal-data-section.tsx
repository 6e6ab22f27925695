/** Whether the team needs a reason to see who sent reports, and whether administrators get a daily summary. */
import '../../../ui/i18n/retention-labels.ts';
import { Stack, Switch } from '@mantine/core';
import '@mantine/core/styles/Switch.layer.css';
import { useQuery } from '@tanstack/react-query';
import { listOutbox } from '@waypost/contract/mail/outbox';
import { saveConfig } from '@waypost/contract/settings/settings';
import { useTranslation } from 'react-i18next';
import { useConfig } from '../../../api/config.ts';
import { notifyError } from '../../../api/notify-error.ts';
import { buildEndpointQuery } from '../../../api/query-client.ts';
import { useCall } from '../../../api/use-call.ts';
import { notify } from '../../../ui/feedback/toast.tsx';
import { FormSection } from '../../../ui/form/form-section.tsx';

/** The section of the general settings, for administrators. Each switch is saved at once. */
export function PersonalDataSection() {
  const { t } = useTranslation();
  const { site } = useConfig();
  const { data } = useQuery(buildEndpointQuery(listOutbox, { query: { limit: 1 } }));
  const save = useCall(saveConfig, {
    onSuccess: () => notify('success', t('oversight.saved')),
    onError: notifyError,
  });
  const change = (body: { personal_data_reason?: boolean; daily_summary_off?: boolean }) =>
    save.mutate({ params: { group: 'site' }, body });
  return (
    <FormSection title={t('oversight.title')} lead={t('oversight.lead')}>
      <Stack>
        <Switch
          size="md"
          label={t('oversight.reason')}
          description={t('oversight.reasonHint')}
          checked={site.personal_data_reason ?? false}
          disabled={save.isPending}
          onChange={(event) => change({ personal_data_reason: event.currentTarget.checked })}
        />
        <Switch
          size="md"
          label={t('oversight.summary')}
          description={t(data?.outgoing === 'none' ? 'oversight.summaryNoMail' : 'oversight.summaryHint')}
          checked={!site.daily_summary_off}
          disabled={save.isPending}
          onChange={(event) => change({ daily_summary_off: !event.currentTarget.checked })}
        />
      </Stack>
    </FormSection>
  );
}
