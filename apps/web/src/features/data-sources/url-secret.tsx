import { Alert, Button, Group } from '@mantine/core';
import { IconShieldExclamation } from '@tabler/icons-react';
import { secretMask } from '@waypost/contract/data-sources/data-providers';
import { useTranslation } from 'react-i18next';
import { buildBackendUrl } from '../../api/endpoint-url.ts';
import { Icon } from '../../ui/display/icon.tsx';
import { CopyUrl } from './copy-url.tsx';
import classes from './data-sources.module.css';
import { generateSecret } from './generate-secret.ts';
import { secretState } from './secret-state.ts';
import { getUrlSecretText } from './source-labels.ts';
import type { SourceForm } from './use-source-form.ts';

interface Props {
  /** The id of the section, which can be focused. */
  id: string;
  /** The id of the data source. */
  source: string;
  /** The name of the option. */
  name: string;
  /** Path below the URL of the server. */
  path: string;
  form: SourceForm;
  isOtherServer: boolean;
  /** What to say while there is no secret: that the gateway needs one, or that it does not sign. */
  warning: 'needed' | 'unsigned' | null;
}

/**
 * The URL for a gateway, and the secret at its end, with an explanation that it differs from the gateway's
 * own secret.
 */
export function UrlSecret({ id, source, name, path, form, isOtherServer, warning }: Props) {
  const { t } = useTranslation();
  const secret = String(form.values[name] ?? '');
  const isStored = secret === secretMask;
  const isNew = secret !== '' && !isStored;
  const wasStored = form.getInitialValues()[name] === secretMask;
  const address = buildBackendUrl(path);
  const label = t('dataSources.addressSecret.label');
  const state = secretState(form, name, isOtherServer, false);
  return (
    <section id={id} tabIndex={-1} className={classes['address']} aria-label={t('dataSources.incoming')}>
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
      {secret === '' && warning !== null && (
        <Alert color="yellow" variant="light" icon={<Icon icon={IconShieldExclamation} />}>
          {t(`dataSources.addressSecret.${warning}`)}
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
