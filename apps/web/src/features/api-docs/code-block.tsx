import { Button } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { copyToClipboard } from '../../ui/browser/copy-to-clipboard.ts';
import { Icon } from '../../ui/display/icon.tsx';
import classes from './code-block.module.css';

interface Props {
  /** What it is, for the button's name. */
  name: string;
  text: string;
}

/** Commands to copy. They are the same in every language and direction. */
export function CodeBlock({ name, text }: Props) {
  const { t } = useTranslation();
  const [copied, setCopied] = useState(false);
  return (
    <div className={classes['block']}>
      <pre className={classes['code']} dir="ltr" aria-label={name}>
        {text}
      </pre>
      <Button
        className={classes['copy'] ?? ''}
        size="sm"
        variant="default"
        leftSection={<Icon icon={copied ? IconCheck : IconCopy} size={16} />}
        aria-label={t('apiDocs.copyThis', { name })}
        onClick={() => void copyToClipboard(text).then(setCopied)}
      >
        {t(copied ? 'apiKey.copied' : 'apiKey.copy')}
      </Button>
    </div>
  );
}
