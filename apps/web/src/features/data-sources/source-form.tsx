/** The form of one data source: its options, whether it is enabled, and the survey for its messages. */
import '@mantine/core/styles/Radio.layer.css';
import '@mantine/core/styles/Switch.layer.css';
import { Alert, Button, Radio, Stack, Switch } from '@mantine/core';
import { IconAlertTriangle, IconInfoCircle, IconLock, IconShieldExclamation } from '@tabler/icons-react';
import type { ChannelTest } from '@waypost/contract/channels/channels';
import {
  type DataProvider,
  listDataProviders,
  testDataProvider,
} from '@waypost/contract/data-sources/data-sources';
import { outgoingMailChannel } from '@waypost/contract/mail/outbox';
import { useEffect, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { buildBackendUrl } from '../../api/endpoint-url.ts';
import { buildEndpointKey } from '../../api/query-keys.ts';
import { useAccount } from '../../api/session.ts';
import { useCall } from '../../api/use-call.ts';
import { ChannelTest as ChannelTestForm } from '../../blocks/channels/channel-test.tsx';
import { DisabledReason } from '../../ui/disabled-reason.tsx';
import { Icon } from '../../ui/display/icon.tsx';
import { ProblemList } from '../../ui/feedback/problem-list.tsx';
import { notify } from '../../ui/feedback/toast.tsx';
import { resolveFormatLocale } from '../../ui/i18n/format-locale.ts';
import { TextLink } from '../../ui/navigation/text-link.tsx';
import { CopyUrl } from './copy-url.tsx';
import classes from './data-sources.module.css';
import { FieldMapping } from './field-mapping.tsx';
import { generateSecret } from './generate-secret.ts';
import { OptionField } from './option-field.tsx';
import { getOptionLabel, getSourceName } from './source-labels.ts';
import { UrlSecret } from './url-secret.tsx';
import {
  type DataProviderSettings,
  enabledField,
  getMappingField,
  intoSurveyField,
  type SourceForm,
  surveyField,
  useSourceForm,
} from './use-source-form.ts';

/** A survey in a selection. */
export interface NamedSurvey {
  id: number;
  name: string;
}

interface Props {
  source: DataProvider;
  group: DataProviderSettings;
  surveys: readonly NamedSurvey[];
  /** The stored options are incomplete. */
  needsSetup: boolean;
  /** Registers with the page, which asks before leaving unsaved changes. */
  registerUnsavedCheck: (hasChanges: () => boolean) => () => void;
  onSaved: (isOn: boolean) => void;
}

/** Edits one data source. */
export function SourceForm({ source, group, surveys, needsSetup, registerUnsavedCheck, onSaved }: Props) {
  const { t, i18n } = useTranslation();
  const formatList = (names: string[]) =>
    new Intl.ListFormat(resolveFormatLocale(i18n.language)).format(names);
  const optionLabel = (key: string) =>
    key === urlOption
      ? t('dataSources.addressSecret.label')
      : getOptionLabel(source.id, key, source.options[key]?.label ?? key);
  const urlOption = Object.keys(source.options).find((name) => source.options[name]?.inAddress === true);
  const reasonId = useId();
  const urlSecretId = useId();
  const {
    form,
    problems,
    onSubmit,
    canSave,
    hasChanges,
    isReady,
    invalidOptions,
    hasSurvey,
    isOtherServer,
    isUnsafe,
    needsAuthentication,
  } = useSourceForm(source, group, (values, dropped) => {
    const name = getSourceName(source);
    if (dropped.length === 0) notify('success', t('dataSources.done', { name }));
    else
      notify('info', t('dataSources.doneWithout', { name, secrets: formatList(dropped.map(optionLabel)) }));
    onSaved(values[enabledField] === true);
  });
  function disabledReason(): string | null {
    if (canSave) return null;
    if (!form.isDirty()) return t('form.unchanged');
    if (invalidOptions.length > 0)
      return t('form.fieldsMissing', { fields: formatList(invalidOptions.map(optionLabel)) });
    if (!hasSurvey) return t('dataSources.surveyMissing');
    return needsAuthentication ? t('dataSources.addressSecret.needed') : null;
  }
  useEffect(() => registerUnsavedCheck(hasChanges), [registerUnsavedCheck, hasChanges]);
  const isIncoming = Object.keys(source.inbound_fields).length > 0;
  const isShownAsUnsafe = source.authenticated === false && source.state === 'on';
  function urlSecretWarning(): 'needed' | 'unsigned' | null {
    if (isUnsafe) return isShownAsUnsafe ? null : 'needed';
    // Twilio signs unless a relay does not; Vonage signs when a secret is set.
    const isSigned = (form.values['signature_secret'] ?? '') !== '' || 'require_signature' in source.options;
    return isSigned ? null : 'unsigned';
  }
  const canEdit = source.allowed_privileges.includes('update');
  const areOptionsLocked = source.options_locked === true;
  const hasTargetSurvey = isReady && isIncoming;
  const canEditSomething = canEdit && (!areOptionsLocked || hasTargetSurvey);
  const security = form.values['outgoing_security'];
  const isMailUnsafe =
    source.state !== 'operator' &&
    form.values['outgoing_type'] === 'SMTP' &&
    security !== 'SSL' &&
    security !== 'TLS';
  return (
    <form noValidate className={classes['form']} onSubmit={onSubmit}>
      <SourceAlerts
        source={source}
        canEdit={canEdit}
        hasTargetSurvey={hasTargetSurvey}
        needsSetup={needsSetup}
        isMailUnsafe={isMailUnsafe}
        isUnsafe={isShownAsUnsafe}
      />
      <fieldset disabled={!canEdit || areOptionsLocked} className={classes['fields']}>
        {source.incoming_path && urlOption === undefined && <IncomingUrl path={source.incoming_path} />}
        {source.incoming_path && urlOption !== undefined && (
          <UrlSecret
            id={urlSecretId}
            source={source.id}
            name={urlOption}
            path={source.incoming_path}
            form={form}
            isOtherServer={isOtherServer}
            warning={urlSecretWarning()}
          />
        )}
        {Object.entries(source.options)
          .filter(([name]) => name !== urlOption)
          .map(([name, option]) => (
            <OptionField
              key={name}
              source={source.id}
              name={name}
              option={option}
              form={form}
              isServerChanged={isOtherServer}
            />
          ))}
        {(isReady || form.values[enabledField] === true) && (
          <Switch
            {...form.getInputProps(enabledField, { type: 'checkbox' })}
            size="md"
            label={t('dataSources.enable')}
            description={t(isIncoming ? 'dataSources.enableHint' : 'dataSources.enableOutgoing')}
          />
        )}
        {needsAuthentication && urlOption !== undefined && (
          <Alert color="yellow" variant="light" icon={<Icon icon={IconShieldExclamation} />}>
            <Stack gap="sm" align="flex-start">
              {t('dataSources.addressSecret.needed')}
              <Button
                variant="default"
                size="sm"
                onClick={() => {
                  form.setFieldValue(urlOption, generateSecret());
                  // The new URL has to be copied, and is above the options.
                  document.getElementById(urlSecretId)?.focus();
                }}
              >
                {t('dataSources.addressSecret.generate')}
              </Button>
            </Stack>
          </Alert>
        )}
      </fieldset>
      <fieldset disabled={!canEdit} className={classes['fields']}>
        {hasTargetSurvey && <TargetSurvey source={source} form={form} surveys={surveys} />}
      </fieldset>
      <ProblemList problems={problems} />
      {canEditSomething && (
        <div className={classes['save']}>
          <output>{form.isDirty() ? t('form.unsaved') : ''}</output>
          <Button
            type="submit"
            size="md"
            loading={form.submitting}
            disabled={!canSave}
            aria-describedby={reasonId}
          >
            {t('action.save')}
          </Button>
          <DisabledReason id={reasonId} text={disabledReason()} />
        </div>
      )}
      {source.test && <SourceTest source={source} kind={source.test} isDirty={form.isDirty()} />}
    </form>
  );
}

/** Tests the stored settings. */
function SourceTest({
  source,
  kind,
  isDirty,
}: {
  source: DataProvider;
  kind: ChannelTest;
  isDirty: boolean;
}) {
  const { t } = useTranslation();
  const account = useAccount();
  const test = useCall(testDataProvider, { invalidates: [buildEndpointKey(listDataProviders)] });
  const isMail = source.id === outgoingMailChannel;
  return (
    <ChannelTestForm
      kind={kind === 'connect' ? 'connect' : isMail ? 'mail' : 'phone'}
      initialTo={isMail ? (account?.email ?? '') : ''}
      disabledReason={isDirty ? t('channel.test.unsaved') : null}
      run={(to) => test.mutateAsync({ params: { id: source.id }, body: to === undefined ? {} : { to } })}
    />
  );
}

interface AlertsProps {
  source: DataProvider;
  canEdit: boolean;
  /** The survey for incoming messages can be chosen. */
  hasTargetSurvey: boolean;
  needsSetup: boolean;
  /** Outgoing mail would be sent without encryption. */
  isMailUnsafe: boolean;
  /** Anyone can send messages in anyone's name. */
  isUnsafe: boolean;
}

/** What is missing or unsafe, and who may change it. */
function SourceAlerts({ source, canEdit, hasTargetSurvey, needsSetup, isMailUnsafe, isUnsafe }: AlertsProps) {
  const { t } = useTranslation();
  return (
    <>
      {!canEdit && (
        <Alert color="blue" variant="light" icon={<Icon icon={IconLock} />}>
          {t('dataSources.adminsOnly')}
        </Alert>
      )}
      {canEdit && source.options_locked === true && (
        <Alert color="blue" variant="light" icon={<Icon icon={IconLock} />}>
          {t('dataSources.adminsOnlyGateway')}
          {hasTargetSurvey && ` ${t('dataSources.incomingIsYours')}`}
        </Alert>
      )}
      {needsSetup && (
        <Alert color="yellow" variant="light" icon={<Icon icon={IconAlertTriangle} />}>
          {t(source.state === 'not-set-up' ? 'dataSources.incomplete' : 'dataSources.needsConfiguring')}
        </Alert>
      )}
      {isUnsafe && (
        <Alert color="red" variant="light" icon={<Icon icon={IconShieldExclamation} />}>
          {t('dataSources.unsafe')}{' '}
          {t(source.options_locked === true ? 'dataSources.unsafeReader' : 'dataSources.unsafeFix')}
        </Alert>
      )}
      {source.state === 'operator' && (
        <Alert color="blue" variant="light" icon={<Icon icon={IconInfoCircle} />}>
          {t('dataSources.operatorsMail')}
        </Alert>
      )}
      {source.id === 'outgoingemail' && source.state === 'not-set-up' && (
        <Alert color="yellow" variant="light" icon={<Icon icon={IconAlertTriangle} />}>
          {t('dataSources.noOutgoingMail')}
        </Alert>
      )}
      {isMailUnsafe && (
        <Alert color="yellow" variant="light" icon={<Icon icon={IconAlertTriangle} />}>
          {t(canEdit ? 'dataSources.unsafeMail' : 'dataSources.unsafeMailReader')}
        </Alert>
      )}
    </>
  );
}

/** The URL that the gateway sends incoming messages to. */
function IncomingUrl({ path }: { path: string }) {
  const { t } = useTranslation();
  return (
    <div className={classes['address']}>
      <strong>{t('dataSources.incoming')}</strong>
      <CopyUrl address={buildBackendUrl(path)} />
      <p>{t('dataSources.incomingHint')}</p>
    </div>
  );
}

/** The survey that messages are stored in, and the mapping of their fields. */
function TargetSurvey({
  source,
  form,
  surveys,
}: {
  source: DataProvider;
  form: SourceForm;
  surveys: readonly NamedSurvey[];
}) {
  const { t } = useTranslation();
  const chosen = String(form.values[surveyField] ?? '');
  function choose(id: string): void {
    form.setFieldValue(surveyField, id);
    // The mapping refers to the fields of the previous survey.
    for (const field of Object.keys(source.inbound_fields)) form.setFieldValue(getMappingField(field), '');
  }
  return (
    <>
      <Switch
        {...form.getInputProps(intoSurveyField, { type: 'checkbox' })}
        size="md"
        label={t('dataSources.intoSurvey')}
        description={t('dataSources.intoSurveyHint')}
      />
      {form.values[intoSurveyField] === true && surveys.length === 0 && (
        <p className={classes['empty']}>
          {t('dataSources.noSurveys')}{' '}
          <TextLink to="/settings/surveys">{t('dataSources.toSurveys')}</TextLink>
        </p>
      )}
      {form.values[intoSurveyField] === true && surveys.length > 0 && (
        <Radio.Group value={chosen} onChange={choose} label={t('dataSources.survey')} size="md" withAsterisk>
          <Stack gap="sm" mt="xs">
            {surveys.map(({ id, name }) => (
              <Radio key={id} value={String(id)} label={<bdi>{name}</bdi>} />
            ))}
          </Stack>
        </Radio.Group>
      )}
      {form.values[intoSurveyField] === true && chosen !== '' && (
        <FieldMapping surveyId={Number(chosen)} source={source} form={form} />
      )}
    </>
  );
}
