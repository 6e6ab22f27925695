import { Button } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { copyToClipboard } from '../../../ui/browser/copy-to-clipboard.ts';
import { Icon } from '../../../ui/display/icon.tsx';
import classes from './api-keys-section.module.css';

/** Focused when it appears, so that screen readers announce it. */
const focusElement = (box: HTMLElement | null) => box?.focus();

/** A new key: shown only once, with a button to copy it. */
export function NewApiKey({ value, onHide }: { value: string; onHide: () => void }) {
  const { t } = useTranslation();
  const [copied, setCopied] = useState(false);
  return (
    <section ref={focusElement} tabIndex={-1} className={classes['new']} aria-label={t('apiKey.new')}>
      <strong>{t('apiKey.new')}</strong>
      <code className={classes['value']}>{value}</code>
      <p className={classes['shownOnceHint']}>{t('apiKey.once')}</p>
      <div className={classes['actions']}>
        <Button
          size="md"
          leftSection={<Icon icon={copied ? IconCheck : IconCopy} size={18} />}
          onClick={() => void copyToClipboard(value).then(setCopied)}
        >
          {t(copied ? 'apiKey.copied' : 'apiKey.copy')}
        </Button>
        <Button size="md" variant="default" onClick={onHide}>
          {t('apiKey.hide')}
        </Button>
      </div>
    </section>
  );
}
