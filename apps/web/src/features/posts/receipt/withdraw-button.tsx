import { Button } from '@mantine/core';
import { receiptHeader, withdrawReceiptReport } from '@waypost/contract/receipts/receipts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatErrorMessages } from '../../../api/error-text.ts';
import { useCall } from '../../../api/use-call.ts';
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx';
import { isReceiptExpired } from './use-receipt-report.ts';

interface Props {
  token: string;
  onExpired: () => void;
  onWithdrawn: () => void;
}

/** Withdraws the report after a question. */
export function WithdrawButton({ token, onExpired, onWithdrawn }: Props) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const withdraw = useCall(withdrawReceiptReport, {
    invalidates: [],
    withoutToken: true,
    onSuccess: onWithdrawn,
    onError: (error) => {
      if (isReceiptExpired(error)) onExpired();
    },
  });
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        {t('receipt.withdraw.action')}
      </Button>
      {isOpen && (
        <ConfirmDialog
          title={t('receipt.withdraw.title')}
          confirmLabel={t('receipt.withdraw.action')}
          onConfirm={() => withdraw.mutateAsync({ headers: { [receiptHeader]: token } })}
          formatErrors={formatErrorMessages}
          onClose={() => setOpen(false)}
        >
          {t('receipt.withdraw.text')}
        </ConfirmDialog>
      )}
    </>
  );
}
