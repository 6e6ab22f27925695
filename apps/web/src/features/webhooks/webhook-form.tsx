/** The form of a webhook: URL, shared secret, event and content. keys: webhook.event.* webhook.content.* */
import '@mantine/core/styles/Radio.layer.css';
import '@mantine/core/styles/Switch.layer.css';
import { Alert, Button, NativeSelect, Radio, Stack, Switch, TextInput } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { limits } from '@waypost/contract/common/limits';
import { listSurveys } from '@waypost/contract/surveys/surveys';
import {
  listWebhooks,
  type Webhook,
  type WebhookContent,
  webhookContents,
  webhookEvents,
} from '@waypost/contract/webhooks/webhooks';
import { useTranslation } from 'react-i18next';
import { buildEndpointQuery } from '../../api/query-client.ts';
import { createRandomId } from '../../ui/browser/random-id.ts';
import { Icon } from '../../ui/display/icon.tsx';
import { notify } from '../../ui/feedback/toast.tsx';
import classes from '../../ui/form/form-column.module.css';
import { FormSection } from '../../ui/form/form-section.tsx';
import { PasswordField } from '../../ui/form/password-field.tsx';
import { SaveBar } from '../../ui/form/save-bar.tsx';
import { UnsavedChangesGuard } from '../../ui/form/unsaved-changes-guard.tsx';
import { FieldKeys } from './field-keys.tsx';
import { mayReadContent } from './may-read-content.ts';
import { useWebhookForm } from './use-webhook-form.ts';

/** Creates or edits a webhook. */
export function WebhookForm({ webhook }: { webhook?: Webhook }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const back = () => void navigate({ to: '/settings/webhooks' });
  const { form, problems, onSubmit, canSave, saveStatus, hasChanges } = useWebhookForm(webhook, (saved) => {
    notify('success', t('webhook.done', { name: saved.name }));
    back();
  });
  const canEdit = webhook?.allowed_privileges.includes('update') ?? true;
  const webhooks = useQuery({
    ...buildEndpointQuery(listWebhooks, {}),
    enabled: webhook === undefined,
  });
  // Servers that do not send the allowed contents allow all.
  const allowedContents = (webhook ?? webhooks.data)?.allowed_contents ?? webhookContents;
  const canEditTarget = canEdit && (webhook === undefined || mayReadContent(webhook));
  return (
    <form noValidate className={classes['form']} onSubmit={onSubmit}>
      {canEdit && !canEditTarget && (
        <Alert color="blue" variant="light" icon={<Icon icon={IconLock} />}>
          {t('webhook.locked')}
        </Alert>
      )}
      <ReceiverSection
        form={form}
        canEditName={canEdit}
        canEditTarget={canEditTarget}
        isSecretLost={webhook?.secret_lost === true}
      />
      <ContentSection
        form={form}
        canEdit={canEdit}
        canEditTarget={canEditTarget}
        allowedContents={allowedContents}
      />
      {canEdit && (
        <SaveBar
          saveLabel={t(webhook ? 'webhook.edit.save' : 'webhook.create.save')}
          canSave={canSave}
          isBusy={form.submitting}
          statusText={saveStatus}
          problems={problems}
          onCancel={back}
        />
      )}
      <UnsavedChangesGuard hasChanges={hasChanges} />
    </form>
  );
}

type Form = ReturnType<typeof useWebhookForm>['form'];

interface ReceiverProps {
  form: Form;
  canEditName: boolean;
  canEditTarget: boolean;
  /** The stored secret cannot be decrypted and must be entered again. */
  isSecretLost: boolean;
}

/** Name, URL and shared secret. */
function ReceiverSection({ form, canEditName, canEditTarget, isSecretLost }: ReceiverProps) {
  const { t } = useTranslation();
  return (
    <FormSection title={t('webhook.whom')}>
      <TextInput
        {...form.getInputProps('name')}
        size="md"
        label={t('field.name')}
        withAsterisk
        required
        disabled={!canEditName}
        maxLength={limits.webhookName.max}
        autoComplete="off"
        dir="auto"
      />
      <TextInput
        {...form.getInputProps('url')}
        size="md"
        type="url"
        label={t('webhook.url')}
        description={t('webhook.urlHint')}
        placeholder="https://"
        withAsterisk
        required
        disabled={!canEditTarget}
        maxLength={limits.webhookUrl}
        autoComplete="off"
        dir="ltr"
      />
      {isSecretLost && (
        <Alert color="yellow" variant="light" role="alert">
          {t('webhook.secretLost')}
        </Alert>
      )}
      <PasswordField
        {...form.getInputProps('shared_secret')}
        label={t('webhook.secret')}
        description={t('webhook.secretHint', { min: limits.webhookSecret.min })}
        withAsterisk
        required
        disabled={!canEditTarget}
        maxLength={limits.webhookSecret.max}
        autoComplete="new-password"
      />
      {canEditTarget && (
        <Button
          variant="default"
          style={{ alignSelf: 'start' }}
          onClick={() => form.setFieldValue('shared_secret', createRandomId())}
        >
          {t('webhook.makeSecret')}
        </Button>
      )}
    </FormSection>
  );
}

interface ContentProps {
  form: Form;
  canEdit: boolean;
  canEditTarget: boolean;
  /** The contents that this user may choose. */
  allowedContents: readonly WebhookContent[];
}

/** Which posts and events are sent, with which content. */
function ContentSection({ form, canEdit, canEditTarget, allowedContents }: ContentProps) {
  const { t } = useTranslation();
  const surveys = useQuery(buildEndpointQuery(listSurveys, {}));
  const { form_id: survey } = form.values;
  // Until the names are loaded, the selected survey is kept as an option.
  const choices = surveys.data?.results.map(({ id, name }) => ({ value: String(id), label: name }));
  return (
    <FormSection title={t('webhook.ofWhat')} lead={t('webhook.ofWhatLead')}>
      <Radio.Group
        {...form.getInputProps('content')}
        size="md"
        label={t('webhook.content.label')}
        withAsterisk
      >
        <Stack gap="sm" mt="xs">
          {webhookContents.map((value) => (
            <Radio
              key={value}
              value={value}
              disabled={!canEditTarget || !allowedContents.includes(value)}
              label={t(`webhook.content.${value}`)}
              description={
                allowedContents.includes(value)
                  ? t(`webhook.content.${value}Text`)
                  : `${t(`webhook.content.${value}Text`)} ${t('webhook.content.everythingNeeds')}`
              }
            />
          ))}
        </Stack>
      </Radio.Group>
      <Switch
        {...form.getInputProps('only_shared', { type: 'checkbox' })}
        size="md"
        label={t('export.onlyShared.label')}
        description={t('export.onlyShared.text')}
        disabled={!canEditTarget}
      />
      <NativeSelect
        {...form.getInputProps('event_type')}
        size="md"
        label={t('webhook.when')}
        withAsterisk
        required
        disabled={!canEditTarget}
        data={[
          { value: '', label: t('webhook.choose'), disabled: true },
          ...webhookEvents.map((value) => ({ value, label: t(`webhook.event.${value}`) })),
        ]}
      />
      <NativeSelect
        {...form.getInputProps('entity_type')}
        size="md"
        label={t('webhook.entity')}
        withAsterisk
        required
        disabled={!canEdit}
        data={[{ value: 'post', label: t('webhook.post') }]}
      />
      <NativeSelect
        {...form.getInputProps('form_id')}
        size="md"
        label={t('webhook.survey')}
        disabled={!canEditTarget || !choices}
        onChange={(event) => {
          form.setFieldValue('form_id', event.currentTarget.value);
          form.setFieldValue('source_field_key', '');
          form.setFieldValue('destination_field_key', '');
        }}
        data={[
          { value: '', label: t('webhook.everySurvey') },
          ...(choices ?? (survey === '' ? [] : [{ value: survey, label: '…' }])),
        ]}
      />
      {survey !== '' && (
        <FieldKeys
          surveyId={Number(survey)}
          isDisabled={!canEdit}
          sourceProps={form.getInputProps('source_field_key')}
          destinationProps={form.getInputProps('destination_field_key')}
          chosenKeys={[form.values.source_field_key, form.values.destination_field_key]}
        />
      )}
    </FormSection>
  );
}
