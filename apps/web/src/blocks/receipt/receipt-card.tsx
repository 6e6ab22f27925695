/** The receipt of a report that was just sent: the words, shown once, and ways to keep them. */
import './receipt-labels.ts';
import { Button } from '@mantine/core';
import { IconCopy, IconDownload, IconPrinter } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { saveBlobAsFile } from '../../api/download.ts';
import { copyToClipboard } from '../../ui/browser/copy-to-clipboard.ts';
import { Icon } from '../../ui/display/icon.tsx';
import { notify } from '../../ui/feedback/toast.tsx';
import { type LeaveTexts, UnsavedChangesGuard } from '../../ui/form/unsaved-changes-guard.tsx';
import { drawReceipt } from './draw-receipt.ts';
import classes from './receipt-card.module.css';
import type { Receipt } from './receipt-code.ts';

interface Props extends ReceiptKeeping {
  receipt: Receipt;
}

/** Whether the words are saved, which the screen around the card knows. */
export interface ReceiptKeeping {
  /** Called when the reporter leaves the screen: whether to ask. */
  isUnsaved: () => boolean;
  onSaved: () => void;
}

/** The address where the words are entered, without the protocol. */
const receiptAddress = () => `${location.host}/receipt`;

/** Shows the card. Nothing of it is stored on the device unless the reporter saves it. */
export function ReceiptCard({ receipt: { words }, isUnsaved, onSaved }: Props) {
  const { t, i18n } = useTranslation();
  const titleId = useId();
  const [isPending, setPending] = useState(false);
  const markSaved = (text: string) => {
    onSaved();
    notify('success', text);
  };
  const savePicture = async () => {
    setPending(true);
    const direction = i18n.dir() === 'rtl' ? 'rtl' : 'ltr';
    const texts = { title: t('receipt.card.title'), words, place: receiptAddress(), direction } as const;
    const picture = await drawReceipt(texts).catch(() => null);
    setPending(false);
    if (!picture) {
      notify('error', t('receipt.card.notSaved'));
      return;
    }
    saveBlobAsFile(picture, 'receipt.png');
    markSaved(t('receipt.card.pictureSaved'));
  };
  const copy = async () => {
    if (await copyToClipboard(words.join(' '))) markSaved(t('receipt.card.copied'));
    else notify('error', t('receipt.card.notCopied'));
  };
  const print = () => {
    window.print();
    onSaved();
  };
  return (
    <section className={classes['card']} aria-labelledby={titleId}>
      <h2 id={titleId}>{t('receipt.card.title')}</h2>
      <p>{t('receipt.card.text')}</p>
      <ol className={classes['words']} dir="auto" translate="no">
        {words.map((word, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- a word may occur twice, and the order stays
          <li key={index}>{word}</li>
        ))}
      </ol>
      <p className={classes['place']}>
        {t('receipt.card.place')} <bdi>{receiptAddress()}</bdi>
      </p>
      <p className={classes['note']}>{t('receipt.card.secret')}</p>
      <div className={classes['actions']}>
        <Button
          loading={isPending}
          leftSection={<Icon icon={IconDownload} />}
          onClick={() => void savePicture()}
        >
          {t('receipt.card.save')}
        </Button>
        <Button variant="default" leftSection={<Icon icon={IconCopy} />} onClick={() => void copy()}>
          {t('receipt.card.copy')}
        </Button>
        <Button variant="default" leftSection={<Icon icon={IconPrinter} />} onClick={print}>
          {t('receipt.card.print')}
        </Button>
      </div>
      <UnsavedChangesGuard hasChanges={isUnsaved} texts={buildLeaveTexts(t)} />
    </section>
  );
}

/** The question before the words are lost. */
export const buildLeaveTexts = (t: TFunction): LeaveTexts => ({
  title: t('receipt.leave.title'),
  text: t('receipt.leave.text'),
  leave: t('receipt.leave.go'),
});
