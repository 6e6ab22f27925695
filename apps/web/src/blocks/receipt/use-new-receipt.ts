/** The receipt of a new report, for visitors. */
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useAccount } from '../../api/session.ts';
import type { Receipt } from './receipt-code.ts';

/** Loads what makes receipts. */
export const loadReceiptCode = () => import('./receipt-code.ts');

/**
 * @returns `prepare`, which makes one receipt and then returns the same one; undefined for reports of an account, on pages without
 *   https, and when the words cannot be loaded: a report is never lost for want of a receipt. `renew` makes another one next time.
 */
export function useNewReceipt() {
  const { i18n } = useTranslation();
  const account = useAccount();
  const receipt = useRef<Promise<Receipt | undefined> | null>(null);
  return {
    prepare: async (): Promise<Receipt | undefined> => {
      if (account) return undefined;
      receipt.current ??= loadReceiptCode()
        .then(({ canUseReceipts, createReceipt }) =>
          canUseReceipts() ? createReceipt(i18n.language) : undefined,
        )
        .catch(() => undefined);
      return receipt.current;
    },
    renew: () => {
      receipt.current = null;
    },
  };
}
