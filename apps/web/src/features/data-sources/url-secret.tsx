import { Alert, Button, Group } from '@mantine/core';
import { IconShieldExclamation } from '@tabler/icons-react';
import { secretMask } from '@waypost/contract/data-sources/data-providers';
import { useTranslation } from 'react-i18next';
import { buildBackendUrl } from '../../api/endpoint-url.ts';
import { Icon } from '../../ui/display/icon.tsx';
import { CopyUrl } from './copy-url.tsx';
import classes from './data-sources.module.css';
import { secretState } from './secret-state.ts';
import { getUrlSecretText } from './source-labels.ts';
import type { SourceForm } from './use-source-form.ts';

/** 24 random bytes as letters, digits, `-` and `_`. */
function generateSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(24));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_');
}

interface Props {
  /** The id of the data source. */
  source: string;
  /** The name of the option. */
  name: string;
  /** Path below the URL of the server. */
  path: string;
  form: SourceForm;
  isOtherServer: boolean;
}

/**
 * The URL for a gateway without signatures, and the secret at its end, with an explanation that it differs from the gateway's
 * own secret.
 */
export function UrlSecret({ source, name, path, form, isOtherServer }: Props) {
  const { t } = useTranslation();
  const secret = String(form.values[name] ?? '');
  const isStored = secret === secretMask;
  const isNew = secret !== '' && !isStored;
  const wasStored = form.getInitialValues()[name] === secretMask;
  // Vonage signs its requests when a secret is set.
  const isSigned = (form.values['signature_secret'] ?? '') !== '';
  const address = buildBackendUrl(path);
  const label = t('dataSources.addressSecret.label');
  const state = secretState(form, name, isOtherServer, false);
  return (
    <section className={classes['address']} aria-label={t('dataSources.incoming')}>
      <strong>{t('dataSources.incoming')}</strong>
      <p>{t('dataSources.incomingHint')}</p>
      {isStored ? (
        <code dir="ltr">{`${address}/${secretMask}`}</code>
      ) : (
        <CopyUrl address={isNew ? `${address}/${secret}` : address} />
      )}
      <strong>{label}</strong>
      <p>
        {t('dataSources.addressSecret.about')} {getUrlSecretText(source)}
      </p>
      <output className={classes['secretState']} data-warning={isNew || state?.isWarning || undefined}>
        {isNew && t('dataSources.addressSecret.once')}
        {isStored && t('dataSources.addressSecret.stored')}
        {secret === '' && wasStored && state?.text}
      </output>
      {secret === '' && !isSigned && (
        <Alert color="yellow" variant="light" icon={<Icon icon={IconShieldExclamation} />}>
          {t('dataSources.addressSecret.unsigned')}
        </Alert>
      )}
      <Group gap="sm">
        <Button variant="default" size="sm" onClick={() => form.setFieldValue(name, generateSecret())}>
          {t('dataSources.addressSecret.generate')}
        </Button>
        {secret !== '' && (
          <Button variant="subtle" size="sm" onClick={() => form.setFieldValue(name, '')}>
            {t('dataSources.removeSecret', { name: label })}
          </Button>
        )}
      </Group>
    </section>
  );
}
