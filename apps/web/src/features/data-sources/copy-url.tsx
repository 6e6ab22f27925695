import { Button } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { copyToClipboard } from '../../ui/browser/copy-to-clipboard.ts';
import { Icon } from '../../ui/display/icon.tsx';

/** A URL with a button that copies it. */
export function CopyUrl({ address }: { address: string }) {
  const { t } = useTranslation();
  const [copied, setCopied] = useState('');
  const isCopied = copied === address;
  return (
    <div>
      <code dir="ltr">{address}</code>
      <Button
        variant="default"
        size="compact-md"
        leftSection={<Icon icon={isCopied ? IconCheck : IconCopy} size={16} />}
        onClick={() => void copyToClipboard(address).then((done) => setCopied(done ? address : ''))}
      >
        {t(isCopied ? 'dataSources.copied' : 'dataSources.copy')}
      </Button>
    </div>
  );
}
