import '@mantine/core/styles/Radio.layer.css';
import { Alert, Button, Group, NativeSelect, Radio, Stack, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import {
  createHxlMetadata,
  HxlMetadataInput,
  listHxlLicenses,
  listOrganisations,
  type Organisation,
} from '@waypost/contract/hxl/hxl';
import { hxlLicenses } from '@waypost/contract/hxl/hxl-vocabulary';
import { listUserSettings } from '@waypost/contract/user-settings/user-settings';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatErrorMessages } from '../../api/error-text.ts';
import { pageSettings } from '../../api/page-settings.ts';
import { buildEndpointQuery } from '../../api/query-client.ts';
import { buildResourceKey } from '../../api/query-keys.ts';
import { useAccount } from '../../api/session.ts';
import { useCall } from '../../api/use-call.ts';
import { useContractForm } from '../../blocks/contract-form/use-contract-form.ts';
import { ExchangeNotice } from '../../blocks/exchange-notice/exchange-notice.tsx';
import { SettingsPage } from '../../blocks/settings/settings-page.tsx';
import { ProblemAlert } from '../../ui/feedback/problem-alert.tsx';
import { EmptyState, ErrorState, ListSkeleton } from '../../ui/feedback/screen-states.tsx';
import { FormSection } from '../../ui/form/form-section.tsx';
import { ButtonLink } from '../../ui/navigation/button-link.tsx';
import { ExportProgress } from './export-progress.tsx';
import { UploadReview } from './upload-review.tsx';
import { useExport } from './use-export.ts';

/** Details of a dataset for HDX, followed by its upload (spec 3 §2, "HDX details"). */
export function HdxPage() {
  const { t } = useTranslation();
  const { exportJob } = useSearch({ from: '/settings/hdx-details' });
  return (
    <SettingsPage title={t('hdx.title')} lead={t('hdx.lead')}>
      {pageSettings.hasExchange === false ? <ExchangeNotice /> : <ExportDetails job={exportJob} />}
    </SettingsPage>
  );
}

const ExportDetails = ({ job }: { job: number | undefined }) =>
  job === undefined ? <NoExportSelected /> : <DatasetDetails id={job} />;

function NoExportSelected() {
  const { t } = useTranslation();
  return (
    <EmptyState
      title={t('hdx.nothing.title')}
      action={<ButtonLink to="/settings/hdx">{t('export.toHxl')}</ButtonLink>}
    >
      {t('hdx.nothing.text')}
    </EmptyState>
  );
}

/** The form until the details are stored, then the progress of the upload. */
function DatasetDetails({ id }: { id: number }) {
  const { t } = useTranslation();
  const { data: job, error, refetch } = useExport(id);
  const navigate = useNavigate();
  const [isEditing, setEditing] = useState(false);
  const user = useAccount()?.id ?? 0;
  const settings = useQuery(buildEndpointQuery(listUserSettings, { params: { id: user } }));
  const organisations = useQuery({
    ...buildEndpointQuery(listOrganisations, {}),
    retry: false,
  });
  if (error && !job)
    return <ErrorState messages={formatErrorMessages(error)} onRetry={() => void refetch()} />;
  if (!job || (!settings.data && !settings.error)) return <ListSkeleton rows={4} height={72} />;
  const wasRefused = job.status === 'FAILED' && job.url !== null;
  if (job.hxl_meta_data_id !== null && !(isEditing && wasRefused))
    return (
      <ExportProgress
        id={id}
        onDone={() => void navigate({ to: '/settings/hdx' })}
        backAction={
          wasRefused ? (
            <Button size="md" onClick={() => setEditing(true)}>
              {t('hdx.again')}
            </Button>
          ) : (
            <ButtonLink to="/settings/data-export" variant="default" size="md">
              {t('export.again')}
            </ButtonLink>
          )
        }
      />
    );
  const key = settings.data?.results.find((setting) => setting.config_key === 'hdx_api_key');
  if (!key || key.needs_reentry)
    return (
      <Alert color="yellow" variant="light" role="alert" title={t('hdx.noKey.title')}>
        <Stack align="flex-start">
          {t(key ? 'userSettings.reentry' : 'hdx.noKey.text')}
          <ButtonLink to="/settings/user-settings">{t('settings.entry.userSettings.title')}</ButtonLink>
        </Stack>
      </Alert>
    );
  if (organisations.error)
    return (
      <ErrorState
        messages={formatErrorMessages(organisations.error)}
        onRetry={() => void organisations.refetch()}
      />
    );
  if (organisations.data === undefined) return <ListSkeleton rows={4} height={72} />;
  if (organisations.data === null || organisations.data.results.length === 0)
    return <EmptyState title={t('hdx.noOrganisation.title')}>{t('hdx.noOrganisation.text')}</EmptyState>;
  return (
    <DatasetDetailsForm id={id} organisations={organisations.data.results} onSent={() => setEditing(false)} />
  );
}

interface DatasetDetailsFormProps {
  id: number;
  organisations: readonly Organisation[];
  onSent: () => void;
}

const datasetDetailsSchema = HxlMetadataInput.pick({
  private: true,
  dataset_title: true,
  source: true,
  organisation_id: true,
  license_id: true,
});

function DatasetDetailsForm({ id, organisations, onSent }: DatasetDetailsFormProps) {
  const { t } = useTranslation();
  const [details, setDetails] = useState<HxlMetadataInput>();
  const labels = {
    private: t('hdx.privacy'),
    dataset_title: t('hdx.datasetTitle'),
    source: t('hdx.source'),
    organisation_id: t('hdx.organisation'),
    license_id: t('hdx.license'),
  };
  const licenses = useQuery(buildEndpointQuery(listHxlLicenses, {})).data?.results ?? [];
  const { field, form, submit, problem, isBusy } = useContractForm({
    schema: datasetDetailsSchema,
    initialValues: { private: 'true', dataset_title: '', source: '', organisation_id: '', license_id: '' },
    labels,
    validationFailedText: t('hdx.fillIn'),
    submitValues: async (values) => {
      const selectedOrganisation = organisations.find(
        (organisation) => organisation.id === values.organisation_id,
      );
      const body = {
        ...values,
        organisation_name: selectedOrganisation?.title ?? values.organisation_id,
        export_job_id: id,
      };
      setDetails(body);
    },
  });
  const upload = useCall(createHxlMetadata, {
    onSuccess: onSent,
    invalidates: [buildResourceKey('exports')],
  });
  if (details)
    return (
      <UploadReview
        id={id}
        isPublic={!details.private}
        onSend={() => upload.mutateAsync({ body: details })}
        onBack={() => setDetails(undefined)}
      />
    );
  const hasErrors = Object.keys(form.errors).length > 0;
  return (
    <form onSubmit={submit} noValidate>
      <FormSection title={t('hdx.dataset')}>
        <Radio.Group label={labels.private} {...form.getInputProps('private')}>
          <Stack gap="sm" mt="xs">
            <Radio value="true" label={t('hdx.private')} description={t('hdx.privateText')} />
            <Radio value="false" label={t('hdx.public')} description={t('hdx.publicText')} />
          </Stack>
        </Radio.Group>
        <TextInput size="md" {...field('dataset_title')} />
        <TextInput size="md" {...field('source')} description={t('hdx.sourceText')} />
        <NativeSelect size="md" {...field('organisation_id')}>
          <option value="">{t('hdx.choose')}</option>
          {organisations.map(({ id: organisationId, title }) => (
            <option key={organisationId} value={organisationId} dir="auto">
              {title}
            </option>
          ))}
        </NativeSelect>
        <NativeSelect size="md" {...field('license_id')}>
          <option value="">{t('hdx.choose')}</option>
          {(licenses.length > 0
            ? licenses
            : hxlLicenses.map((license, at) => ({ ...license, id: at + 1 }))
          ).map((license) => (
            // In its own direction a long name loses its end, and not its beginning.
            <option key={license.id} value={String(license.id)} dir="auto">
              {license.name}
            </option>
          ))}
        </NativeSelect>
        <ProblemAlert text={problem ?? (hasErrors ? t('hdx.fillIn') : null)} />
        <Group>
          <Button type="submit" size="md" loading={isBusy}>
            {t('hdx.toReview')}
          </Button>
          <ButtonLink to="/settings/hdx" variant="subtle" size="md">
            {t('action.cancel')}
          </ButtonLink>
        </Group>
      </FormSection>
    </form>
  );
}
