/** The form of one data source: how it is reached, whether it is on, and what becomes of what it brings. */
import '@mantine/core/styles/Radio.layer.css';
import '@mantine/core/styles/Switch.layer.css';
import { Alert, Button, Radio, Stack, Switch } from '@mantine/core';
import { IconAlertTriangle, IconInfoCircle, IconLock } from '@tabler/icons-react';
import type { DataProvider } from '@waypost/contract/data-sources/data-sources';
import { useEffect, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { buildBackendUrl } from '../../api/endpoint-url.ts';
import { DisabledReason } from '../../ui/disabled-reason.tsx';
import { Icon } from '../../ui/display/icon.tsx';
import { ProblemList } from '../../ui/feedback/problem-list.tsx';
import { notify } from '../../ui/feedback/toast.tsx';
import { resolveFormatLocale } from '../../ui/i18n/format-locale.ts';
import { TextLink } from '../../ui/navigation/text-link.tsx';
import { CopyUrl } from './copy-url.tsx';
import classes from './data-sources.module.css';
import { FieldMapping } from './field-mapping.tsx';
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

export interface NamedSurvey {
  id: number;
  name: string;
}

interface Props {
  source: DataProvider;
  group: DataProviderSettings;
  surveys: readonly NamedSurvey[];
  /** What is stored is incomplete, as the light beside the name says. */
  needsSetup: boolean;
  /** For the page, which asks before changes are left. */
  registerUnsavedCheck: (hasChanges: () => boolean) => () => void;
  onSaved: (isOn: boolean) => void;
}

export function SourceForm({
  source,
  group,
  surveys,
  needsSetup,
  registerUnsavedCheck: watch,
  onSaved,
}: Props) {
  const { t, i18n } = useTranslation();
  const listOf = (names: string[]) => new Intl.ListFormat(resolveFormatLocale(i18n.language)).format(names);
  const optionLabel = (key: string) =>
    key === inAddress
      ? t('dataSources.addressSecret.label')
      : getOptionLabel(source.id, key, source.options[key]?.label ?? key);
  const inAddress = Object.keys(source.options).find((name) => source.options[name]?.inAddress === true);
  const reasonId = useId();
  const { form, problems, onSubmit, canSave, hasChanges, isReady, invalidOptions, hasSurvey, isOtherServer } =
    useSourceForm(source, group, (values, dropped) => {
      const name = getSourceName(source);
      if (dropped.length === 0) notify('success', t('dataSources.done', { name }));
      else notify('info', t('dataSources.doneWithout', { name, secrets: listOf(dropped.map(optionLabel)) }));
      onSaved(values[enabledField] === true);
    });
  function disabledReason(): string | null {
    if (canSave) return null;
    if (!form.isDirty()) return t('form.unchanged');
    if (invalidOptions.length > 0)
      return t('form.fieldsMissing', { fields: listOf(invalidOptions.map(optionLabel)) });
    return hasSurvey ? null : t('dataSources.surveyMissing');
  }
  useEffect(() => watch(hasChanges), [watch, hasChanges]);
  const brings = Object.keys(source.inbound_fields).length > 0;
  const mayChange = source.allowed_privileges.includes('update');
  const areOptionsLocked = source.options_locked === true;
  const security = form.values['outgoing_security'];
  const isOperators = source.state === 'operator';
  const isUnsafe =
    !isOperators && form.values['outgoing_type'] === 'SMTP' && security !== 'SSL' && security !== 'TLS';
  return (
    <form noValidate className={classes['form']} onSubmit={onSubmit}>
      {!mayChange && (
        <Alert color="blue" variant="light" icon={<Icon icon={IconLock} />}>
          {t('dataSources.adminsOnly')}
        </Alert>
      )}
      {mayChange && areOptionsLocked && (
        <Alert color="blue" variant="light" icon={<Icon icon={IconLock} />}>
          {t('dataSources.adminsOnlyGateway')}
        </Alert>
      )}
      {needsSetup && (
        <Alert color="yellow" variant="light" icon={<Icon icon={IconAlertTriangle} />}>
          {t(source.state === 'not-set-up' ? 'dataSources.incomplete' : 'dataSources.needsConfiguring')}
        </Alert>
      )}
      {isOperators && (
        <Alert color="blue" variant="light" icon={<Icon icon={IconInfoCircle} />}>
          {t('dataSources.operatorsMail')}
        </Alert>
      )}
      {source.id === 'outgoingemail' && source.state === 'not-set-up' && (
        <Alert color="yellow" variant="light" icon={<Icon icon={IconAlertTriangle} />}>
          {t('dataSources.noOutgoingMail')}
        </Alert>
      )}
      {isUnsafe && (
        <Alert color="yellow" variant="light" icon={<Icon icon={IconAlertTriangle} />}>
          {t(mayChange ? 'dataSources.unsafeMail' : 'dataSources.unsafeMailReader')}
        </Alert>
      )}
      <fieldset disabled={!mayChange || areOptionsLocked} className={classes['fields']}>
        {source.incoming_path && inAddress === undefined && <IncomingUrl path={source.incoming_path} />}
        {source.incoming_path && inAddress !== undefined && (
          <UrlSecret
            source={source.id}
            name={inAddress}
            path={source.incoming_path}
            form={form}
            isOtherServer={isOtherServer}
          />
        )}
        {Object.entries(source.options)
          .filter(([name]) => name !== inAddress)
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
            description={t(brings ? 'dataSources.enableHint' : 'dataSources.enableOutgoing')}
          />
        )}
      </fieldset>
      <fieldset disabled={!mayChange} className={classes['fields']}>
        {isReady && brings && <TargetSurvey source={source} form={form} surveys={surveys} />}
      </fieldset>
      <ProblemList problems={problems} />
      {mayChange && (
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
    </form>
  );
}

/** Where the gateway has to send what comes in. */
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
    // Fields of another survey.
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
