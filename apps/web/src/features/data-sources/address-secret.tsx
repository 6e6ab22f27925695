/** For gateways that sign nothing: what that means, and a secret at the end of the address that they call. */
import { Alert, Button, Group } from '@mantine/core';
import { IconShieldExclamation } from '@tabler/icons-react';
import { secretMask } from '@waypost/contract/data-providers';
import { useTranslation } from 'react-i18next';
import { backendAddress } from '../../api/address.ts';
import { Icon } from '../../ui/icon.tsx';
import { CopyAddress } from './copy-address.tsx';
import classes from './data-sources.module.css';
import type { SourceForm } from './use-source-form.ts';

/** 24 random bytes as letters, digits, `-` and `_`. */
function newSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(24));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_');
}

interface Props {
  /** The option's. */
  name: string;
  /** Below the server's address. */
  path: string;
  form: SourceForm;
}

export function AddressSecret({ name, path, form }: Props) {
  const { t } = useTranslation();
  const secret = String(form.values[name] ?? '');
  const isStored = secret === secretMask;
  const label = t('dataSources.addressSecret.label');
  return (
    <section className={classes['address']} aria-label={label}>
      <strong>{label}</strong>
      {secret === '' && (
        <Alert color="yellow" variant="light" icon={<Icon of={IconShieldExclamation} />}>
          {t('dataSources.addressSecret.unsigned')}
        </Alert>
      )}
      <p>{isStored ? t('dataSources.secretStored') : t('dataSources.addressSecret.hint')}</p>
      <output>
        {secret !== '' && !isStored && (
          <>
            <CopyAddress address={`${backendAddress(path)}/${secret}`} />
            <p>{t('dataSources.addressSecret.once')}</p>
          </>
        )}
      </output>
      <Group gap="sm">
        <Button variant="default" size="sm" onClick={() => form.setFieldValue(name, newSecret())}>
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
