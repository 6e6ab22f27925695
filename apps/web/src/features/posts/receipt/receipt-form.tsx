import { Alert, Button, Textarea } from '@mantine/core';
import { IconClock, IconInfoCircle } from '@tabler/icons-react';
import type { EndpointResponse } from '@waypost/contract/common/endpoint';
import { openReceipt } from '@waypost/contract/receipts/receipts';
import { type FormEvent, type KeyboardEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatErrorMessage } from '../../../api/error-text.ts';
import { useAccount } from '../../../api/session.ts';
import { useCall } from '../../../api/use-call.ts';
import {
  canUseReceipts,
  deriveReceiptKey,
  readReceiptWords,
  receiptWordCount,
} from '../../../blocks/receipt/receipt-code.ts';
import { Icon } from '../../../ui/display/icon.tsx';
import { useAsyncAction } from '../../../ui/feedback/use-async-action.ts';
import { ScreenTitle } from '../../../ui/layout/screen-title.tsx';
import classes from './receipt-page.module.css';

interface Props {
  /** The report was closed because its token expired. */
  isExpired: boolean;
  onOpen: (opened: EndpointResponse<typeof openReceipt>) => void;
}

/** The form for the code. The device neither stores nor completes what is typed. */
export function ReceiptForm({ isExpired, onOpen }: Props) {
  const { t } = useTranslation();
  const account = useAccount();
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const open = useCall(openReceipt, { invalidates: [], withoutToken: true });
  const opening = useAsyncAction<string[], void>(
    async (words) => onOpen(await open.mutateAsync({ body: { key: await deriveReceiptKey(words) } })),
    { onError: (error) => setProblem(formatErrorMessage(error)) },
  );
  const submit = (event: FormEvent | KeyboardEvent) => {
    event.preventDefault();
    const words = readReceiptWords(text);
    if (!canUseReceipts()) setProblem(t('receipt.form.insecure'));
    else if (words.length === receiptWordCount) opening.mutate(words);
    else setProblem(t('receipt.form.incomplete'));
  };
  return (
    <form noValidate autoComplete="off" className={classes['form']} onSubmit={submit}>
      <ScreenTitle title={t('receipt.form.title')} />
      {isExpired && <Alert icon={<Icon icon={IconClock} />}>{t('receipt.form.expired')}</Alert>}
      {account && (
        <Alert color="yellow" variant="light" icon={<Icon icon={IconInfoCircle} />}>
          {t('receipt.form.account')}
        </Alert>
      )}
      <Textarea
        size="md"
        autosize
        minRows={2}
        dir="auto"
        autoComplete="off"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        translate="no"
        data-autofocus
        label={t('receipt.form.label')}
        description={t('receipt.form.text')}
        value={text}
        error={problem}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setProblem(null);
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !event.nativeEvent.isComposing) submit(event);
        }}
      />
      <Button type="submit" size="md" loading={opening.isPending}>
        {t('receipt.form.open')}
      </Button>
    </form>
  );
}
