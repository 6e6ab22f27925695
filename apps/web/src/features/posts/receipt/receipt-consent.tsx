/** What the holder of a receipt agreed to, and changing it. */
import '../../../blocks/consent/consent-labels.ts';
import { Button } from '@mantine/core';
import { changeReceiptConsent, type ReceiptReport, receiptHeader } from '@waypost/contract/receipts/receipts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../api/use-call.ts';
import ChangeConsentDialog from '../../../blocks/consent/change-consent-dialog.tsx';
import { ConsentSummary } from '../../../blocks/consent/consent-summary.tsx';
import { notify } from '../../../ui/feedback/toast.tsx';
import { useLoadedTranslations } from '../../../ui/i18n/i18n.ts';
import classes from './receipt-page.module.css';
import { isReceiptExpired } from './use-receipt-report.ts';

interface Props {
  consent: NonNullable<ReceiptReport['consent']>;
  token: string;
  onExpired: () => void;
}

/** Renders the answer of the reporter; nothing where the survey asks nothing. */
export default function ReceiptConsent({ consent, token, onExpired }: Props) {
  useLoadedTranslations();
  const { t } = useTranslation();
  const [isChanging, setChanging] = useState(false);
  const change = useCall(changeReceiptConsent, {
    withoutToken: true,
    onSuccess: () => notify('success', t('consent.change.done')),
    onError: (error) => {
      if (isReceiptExpired(error)) onExpired();
    },
  });
  return (
    <section className={classes['section']} aria-labelledby="receipt-consent">
      <h2 id="receipt-consent">{t('consent.receipt.title')}</h2>
      <ConsentSummary consent={consent} />
      <div className={classes['actions']}>
        <Button variant="default" onClick={() => setChanging(true)}>
          {t('consent.change.action')}
        </Button>
      </div>
      {isChanging && (
        <ChangeConsentDialog
          consent={consent}
          save={({ version, language, agreed, confirmed }) =>
            change.mutateAsync({
              body: { version, language, agreed, confirmed },
              headers: { [receiptHeader]: token },
            })
          }
          onClose={() => setChanging(false)}
        />
      )}
    </section>
  );
}
