import i18next from 'i18next';
import { loadReceiptCode } from '../../../blocks/receipt/use-new-receipt.ts';
import { loadUpload } from '../../../blocks/survey-form/photos/upload-photos.ts';

/** Loads what sends a report. */
export const loadSending = () => import('../../../blocks/device/send-reports.ts');

/** Loads everything that sending a report may need later, when the network may be gone. */
export const preloadOfflineSending = () =>
  Promise.all([
    loadSending(),
    import('./queued-report.tsx'),
    loadUpload(),
    import('../../../api/send-form.ts'),
  ]);

/** The same for visitors, whose reports may need a proof of work. */
export const preloadVisitorSending = () =>
  Promise.all([
    preloadOfflineSending(),
    import('../../../blocks/proof-of-work/proof-of-work.ts').then((module) => module.prepareProofOfWork()),
    import('../../../blocks/receipt/sent-receipt.tsx'),
    loadReceiptCode().then((module) => module.loadWordList(i18next.language)),
  ]);
