import { Button } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { isPrivateDeployment, useConfig } from '../../api/config.ts';
import { takeReturnUrl } from '../../api/return-url.ts';
import { dismissLoggedOut } from '../../api/session.ts';
import { PageMessage } from '../../ui/layout/page-message.tsx';
import { ButtonLink } from '../../ui/navigation/button-link.tsx';
import classes from './logged-out-page.module.css';

/** Pages that visitors can open, too, so that the URL can stay. */
const publicScreen = /^\/views\//;

/**
 * Replaces the screen after a logout, in this tab or another, so that none of its content stays. The URL is replaced as well,
 * unless it is the map or list, since it may show what the person worked on.
 */
export function LoggedOutPage() {
  const { t } = useTranslation();
  const router = useRouter();
  const closed = isPrivateDeployment(useConfig());
  useEffect(() => {
    if (!publicScreen.test(router.state.location.pathname))
      void router.navigate({ to: '/', replace: true, ignoreBlocker: true });
    // Back and forward navigate away from this page.
    return router.history.subscribe(({ action }) => {
      if (action.type === 'BACK' || action.type === 'FORWARD' || action.type === 'GO') dismissLoggedOut();
    });
  }, [router]);
  function dismiss() {
    // The next login must not return to the page of the previous user.
    takeReturnUrl();
    dismissLoggedOut();
  }
  function goOn() {
    dismiss();
    // A page that requires an account has redirected to the login meanwhile.
    if (!publicScreen.test(router.state.location.pathname)) void router.navigate({ to: '/' });
  }
  return (
    <main className={classes['page']}>
      <PageMessage
        title={t('login.out')}
        hasMapLink={false}
        action={
          <>
            <ButtonLink to="/login" size="md" onClick={dismiss}>
              {t('login.title')}
            </ButtonLink>
            {!closed && (
              <Button variant="default" size="md" onClick={goOn}>
                {t('login.outStay')}
              </Button>
            )}
          </>
        }
      >
        {t('login.outText')}
      </PageMessage>
    </main>
  );
}
