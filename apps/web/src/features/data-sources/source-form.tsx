/** The form of one data source: how it is reached, whether it is on, and what becomes of what it brings. */
import '@mantine/core/styles/Radio.layer.css';
import '@mantine/core/styles/Switch.layer.css';
import { Alert, Button, Radio, Stack, Switch } from '@mantine/core';
import { IconAlertTriangle, IconInfoCircle, IconLock } from '@tabler/icons-react';
import type { DataProvider } from '@waypost/contract/data-sources';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { backendAddress } from '../../api/address.ts';
import { formatsOf } from '../../ui/formats-of.ts';
import { Icon } from '../../ui/icon.tsx';
import { notify } from '../../ui/notice.tsx';
import { ProblemList } from '../../ui/problem-list.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { AddressSecret } from './address-secret.tsx';
import { CopyAddress } from './copy-address.tsx';
import classes from './data-sources.module.css';
import { FieldMapping } from './field-mapping.tsx';
import { OptionField } from './option-field.tsx';
import { labelOf, nameOf } from './source-words.ts';
import {
  type Group,
  goesToSurvey,
  isOn,
  mappingOf,
  type SourceForm,
  surveyOf,
  useSourceForm,
} from './use-source-form.ts';

export interface NamedSurvey {
  id: number;
  name: string;
}

interface Props {
  source: DataProvider;
  group: Group;
  surveys: readonly NamedSurvey[];
  /** For the page, which asks before changes are left. */
  watch: (hasChanges: () => boolean) => () => void;
  onSaved: (isOn: boolean) => void;
}

export function SourceForm({ source, group, surveys, watch, onSaved }: Props) {
  const { t, i18n } = useTranslation();
  const listOf = (names: string[]) => new Intl.ListFormat(formatsOf(i18n.language)).format(names);
  const optionLabel = (key: string) =>
    key === inAddress
      ? t('dataSources.addressSecret.label')
      : labelOf(source.id, key, source.options[key]?.label ?? key);
  const inAddress = Object.keys(source.options).find((name) => source.options[name]?.inAddress === true);
  const { form, problems, onSubmit, canSave, hasChanges, isReady, isOtherServer } = useSourceForm(
    source,
    group,
    (values, dropped) => {
      const name = nameOf(source);
      if (dropped.length === 0) notify('success', t('dataSources.done', { name }));
      else notify('info', t('dataSources.doneWithout', { name, secrets: listOf(dropped.map(optionLabel)) }));
      onSaved(values[isOn] === true);
    },
  );
  useEffect(() => watch(hasChanges), [watch, hasChanges]);
  const brings = Object.keys(source.inbound_fields).length > 0;
  const mayChange = source.allowed_privileges.includes('update');
  const security = form.values['outgoing_security'];
  const isOperators = source.state === 'operator';
  const isUnsafe =
    !isOperators && form.values['outgoing_type'] === 'SMTP' && security !== 'SSL' && security !== 'TLS';
  return (
    <form noValidate className={classes['form']} onSubmit={onSubmit}>
      {!mayChange && (
        <Alert color="blue" variant="light" icon={<Icon of={IconLock} />}>
          {t('dataSources.adminsOnly')}
        </Alert>
      )}
      {!isReady && (
        <Alert color="yellow" variant="light" icon={<Icon of={IconAlertTriangle} />}>
          {t('dataSources.needsConfiguring')}
        </Alert>
      )}
      {isOperators && (
        <Alert color="blue" variant="light" icon={<Icon of={IconInfoCircle} />}>
          {t('dataSources.operatorsMail')}
        </Alert>
      )}
      {source.id === 'outgoingemail' && source.state === 'not-set-up' && (
        <Alert color="yellow" variant="light" icon={<Icon of={IconAlertTriangle} />}>
          {t('dataSources.noOutgoingMail')}
        </Alert>
      )}
      {isUnsafe && (
        <Alert color="yellow" variant="light" icon={<Icon of={IconAlertTriangle} />}>
          {t(mayChange ? 'dataSources.unsafeMail' : 'dataSources.unsafeMailReader')}
        </Alert>
      )}
      <fieldset disabled={!mayChange} className={classes['fields']}>
        {source.incoming_path && inAddress === undefined && <IncomingAddress path={source.incoming_path} />}
        {source.incoming_path && inAddress !== undefined && (
          <AddressSecret
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
              isOtherServer={isOtherServer}
            />
          ))}
        {isReady && (
          <Switch
            {...form.getInputProps(isOn, { type: 'checkbox' })}
            size="md"
            label={t('dataSources.enable')}
            description={t(brings ? 'dataSources.enableHint' : 'dataSources.enableOutgoing')}
          />
        )}
        {isReady && brings && <IntoSurvey source={source} form={form} surveys={surveys} />}
      </fieldset>
      <ProblemList problems={problems} />
      {mayChange && (
        <div className={classes['save']}>
          <output>{form.isDirty() ? t('form.unsaved') : ''}</output>
          <Button type="submit" size="md" loading={form.submitting} disabled={!canSave}>
            {t('action.save')}
          </Button>
        </div>
      )}
    </form>
  );
}

/** Where the gateway has to send what comes in. */
function IncomingAddress({ path }: { path: string }) {
  const { t } = useTranslation();
  return (
    <div className={classes['address']}>
      <strong>{t('dataSources.incoming')}</strong>
      <CopyAddress address={backendAddress(path)} />
      <p>{t('dataSources.incomingHint')}</p>
    </div>
  );
}

function IntoSurvey({
  source,
  form,
  surveys,
}: {
  source: DataProvider;
  form: SourceForm;
  surveys: readonly NamedSurvey[];
}) {
  const { t } = useTranslation();
  const chosen = String(form.values[surveyOf] ?? '');
  function choose(id: string): void {
    form.setFieldValue(surveyOf, id);
    // Fields of another survey.
    for (const field of Object.keys(source.inbound_fields)) form.setFieldValue(mappingOf(field), '');
  }
  return (
    <>
      <Switch
        {...form.getInputProps(goesToSurvey, { type: 'checkbox' })}
        size="md"
        label={t('dataSources.intoSurvey')}
        description={t('dataSources.intoSurveyHint')}
      />
      {form.values[goesToSurvey] === true && surveys.length === 0 && (
        <p className={classes['none']}>
          {t('dataSources.noSurveys')}{' '}
          <TextLink to="/settings/surveys">{t('dataSources.toSurveys')}</TextLink>
        </p>
      )}
      {form.values[goesToSurvey] === true && surveys.length > 0 && (
        <Radio.Group value={chosen} onChange={choose} label={t('dataSources.survey')} size="md" withAsterisk>
          <Stack gap="sm" mt="xs">
            {surveys.map(({ id, name }) => (
              <Radio key={id} value={String(id)} label={<bdi>{name}</bdi>} />
            ))}
          </Stack>
        </Radio.Group>
      )}
      {form.values[goesToSurvey] === true && chosen !== '' && (
        <FieldMapping survey={Number(chosen)} source={source} form={form} />
      )}
    </>
  );
}
