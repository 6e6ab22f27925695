import i18next from 'i18next';
import { loadReceiptCode } from '../../../blocks/receipt/use-new-receipt.ts';

/** Loads what stores a report on the device when it cannot be sent. */
export const loadReportQueue = () => import('../../../blocks/device/queue-report.ts');

/** Loads everything that sending a report may need later, when the network may be gone. */
export const preloadOfflineSending = () =>
  Promise.all([
    loadReportQueue(),
    import('./queued-report.tsx'),
    import('../../../blocks/survey-form/photos/upload-photos.ts'),
  ]);

/** The same for visitors, whose reports may need a proof of work. */
export const preloadVisitorSending = () =>
  Promise.all([
    preloadOfflineSending(),
    import('../../../blocks/proof-of-work/proof-of-work.ts').then((module) => module.prepareProofOfWork()),
    import('../../../blocks/receipt/sent-receipt.tsx'),
    loadReceiptCode().then((module) => module.loadWordList(i18next.language)),
  ]);
