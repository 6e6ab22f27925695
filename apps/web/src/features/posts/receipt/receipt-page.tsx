/**
 * The page where a reporter without an account comes back to a report. The code, the token and the report are kept in the memory of this
 * page alone, and the URL stays the same.
 */
import '../../../blocks/receipt/receipt-labels.ts';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfig } from '../../../api/config.ts';
import { ListSkeleton } from '../../../ui/feedback/screen-states.tsx';
import { useLoadedTranslations } from '../../../ui/i18n/i18n.ts';
import { ScreenTitle } from '../../../ui/layout/screen-title.tsx';
import { TextLink } from '../../../ui/navigation/text-link.tsx';
import { ReceiptForm } from './receipt-form.tsx';
import classes from './receipt-page.module.css';
import { ReceiptReportView } from './receipt-report.tsx';

const QuickExit = lazy(() => import('../create/quick-exit.tsx'));

/** Why no report is open. */
type ClosedReason = 'new' | 'expired' | 'closed' | 'withdrawn';
type PageState = { token: string; expiresIn: number } | { reason: ClosedReason };

/** Closes the report when its token expires, and when the page is left: the browser may show it again without loading it. */
function useCloseInTime(state: PageState, close: (reason: ClosedReason) => void): void {
  useEffect(() => {
    if (!('token' in state)) return undefined;
    const timer = setTimeout(() => close('expired'), state.expiresIn * 1000);
    const leave = () => close('closed');
    window.addEventListener('pagehide', leave);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('pagehide', leave);
    };
  }, [state, close]);
}

/** Renders the form for the code, then the report. */
export default function ReceiptPage() {
  useLoadedTranslations();
  const { t } = useTranslation();
  const { site } = useConfig();
  const [state, setState] = useState<PageState>({ reason: 'new' });
  const [close] = useState(() => (reason: ClosedReason) => setState({ reason }));
  useCloseInTime(state, close);
  return (
    <main className={classes['page']}>
      <div className={classes['head']}>
        <p className={classes['site']} dir="auto">
          {site.name || 'Waypost'}
        </p>
        <Suspense fallback={null}>
          <QuickExit clear={async () => close('closed')} />
        </Suspense>
      </div>
      {'token' in state ? (
        <Suspense fallback={<ListSkeleton rows={3} height={96} />}>
          <ReceiptReportView token={state.token} onClose={close} />
        </Suspense>
      ) : state.reason === 'withdrawn' ? (
        <>
          <ScreenTitle title={t('receipt.withdrawn.title')} />
          <p>{t('receipt.withdrawn.text')}</p>
        </>
      ) : (
        <ReceiptForm
          isExpired={state.reason === 'expired'}
          onOpen={({ token, expires_in }) => setState({ token, expiresIn: expires_in })}
        />
      )}
      <TextLink to="/views/map" replace>
        {t('nav.backToMap')}
      </TextLink>
    </main>
  );
}
