/** The receipt of a report without an account, and the button for the next report, which would end it. */
import { Button } from '@mantine/core';
import { lazy, Suspense, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Receipt } from '../../../blocks/receipt/receipt-code.ts';
import { ListSkeleton } from '../../../ui/feedback/screen-states.tsx';
import { hasUnsavedChanges } from '../../../ui/form/unsaved-changes-guard.tsx';
import type { FullSurvey } from '../use-full-survey.ts';
import { QuickExitButton } from './quick-exit-button.tsx';

const SentReceipt = lazy(() => import('../../../blocks/receipt/sent-receipt.tsx'));
const LoseReceiptDialog = lazy(() => import('../../../blocks/receipt/lose-receipt-dialog.tsx'));

interface Props {
  receipt: Receipt | undefined;
  /** The survey of the report, for its quick exit. */
  survey?: FullSurvey['survey'] | undefined;
  isQueued?: boolean;
  onNewReport: () => void;
}

/** Shows the receipt if there is one. */
export function ReceiptOrNone({ receipt, survey, isQueued = false, onNewReport }: Props) {
  const { t } = useTranslation();
  const isSaved = useRef(false);
  const [isAsking, setAsking] = useState(false);
  const onSaved = () => {
    isSaved.current = true;
  };
  return (
    <>
      {receipt && (
        <Suspense fallback={<ListSkeleton rows={1} height={220} />}>
          <SentReceipt
            receipt={receipt}
            isQueued={isQueued}
            isUnsaved={() => !isSaved.current}
            onSaved={onSaved}
          />
        </Suspense>
      )}
      <Button
        size="md"
        variant={receipt ? 'default' : 'filled'}
        onClick={() => (hasUnsavedChanges() ? setAsking(true) : onNewReport())}
      >
        {t('post.thanks.again')}
      </Button>
      {survey && <QuickExitButton survey={survey} clear={async () => onSaved()} />}
      {isAsking && (
        <Suspense>
          <LoseReceiptDialog onStay={() => setAsking(false)} onLeave={onNewReport} />
        </Suspense>
      )}
    </>
  );
}
