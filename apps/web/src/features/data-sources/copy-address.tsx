/** A web address with a button that copies it. */
import { Button } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { copyText } from '../../ui/copy-text.ts';
import { Icon } from '../../ui/icon.tsx';

export function CopyAddress({ address }: { address: string }) {
  const { t } = useTranslation();
  const [copied, setCopied] = useState('');
  const isCopied = copied === address;
  return (
    <div>
      <code dir="ltr">{address}</code>
      <Button
        variant="default"
        size="compact-md"
        leftSection={<Icon of={isCopied ? IconCheck : IconCopy} size={16} />}
        onClick={() => void copyText(address).then((done) => setCopied(done ? address : ''))}
      >
        {t(isCopied ? 'dataSources.copied' : 'dataSources.copy')}
      </Button>
    </div>
  );
}
