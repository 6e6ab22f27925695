/** The receipt on the screen after a report was sent, once the server has it. */
import './receipt-labels.ts';
import { useQuery } from '@tanstack/react-query';
import { openReceipt } from '@waypost/contract/receipts/receipts';
import { isApiError } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { ListSkeleton } from '../../ui/feedback/screen-states.tsx';
import { useLoadedTranslations } from '../../ui/i18n/i18n.ts';
import { ReceiptCard, type ReceiptKeeping } from './receipt-card.tsx';
import type { Receipt } from './receipt-code.ts';

interface Props extends ReceiptKeeping {
  receipt: Receipt;
  /** The report waits on this device: the server cannot be asked. */
  isQueued?: boolean;
}

/**
 * Shows the card, unless the server says that it does not know the receipt: it is older than receipts, or had the report before, with a
 * receipt that was never shown.
 */
export default function SentReceipt({ receipt, isQueued = false, isUnsaved, onSaved }: Props) {
  useLoadedTranslations();
  const { hash, key } = receipt;
  const { isPending, error } = useQuery({
    queryKey: ['sent-receipt', hash],
    queryFn: async ({ signal }) => {
      await call(openReceipt, { body: { key } }, { withoutToken: true, signal });
      return true;
    },
    enabled: !isQueued,
    staleTime: Infinity,
    gcTime: 0,
  });
  if (isPending && !isQueued) return <ListSkeleton rows={1} height={220} />;
  if (isApiError(error) && error.status === 404) return null;
  return <ReceiptCard receipt={receipt} isUnsaved={isUnsaved} onSaved={onSaved} />;
}
