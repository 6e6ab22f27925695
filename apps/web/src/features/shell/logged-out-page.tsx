import { Button } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { isPrivateDeployment, useConfig } from '../../api/config.ts';
import { takeReturnUrl } from '../../api/return-url.ts';
import { dismissLoggedOut } from '../../api/session.ts';
import { PageMessage } from '../../ui/layout/page-message.tsx';
import { ButtonLink } from '../../ui/navigation/button-link.tsx';

/** Screens that are the same for visitors: their address may stay. */
const publicScreen = /^\/views\//;

/**
 * After a logout, in this tab or another: says so in place of the screen, of which nothing stays. The address goes too unless it
 * is one of the map's or list's, since it may name what the person worked on.
 */
export function LoggedOutPage() {
  const { t } = useTranslation();
  const router = useRouter();
  const closed = isPrivateDeployment(useConfig());
  useEffect(() => {
    if (!publicScreen.test(router.state.location.pathname))
      void router.navigate({ to: '/', replace: true, ignoreBlocker: true });
    // Back and forward lead to other screens, as they do anywhere.
    return router.history.subscribe(({ action }) => {
      if (action.type === 'BACK' || action.type === 'FORWARD' || action.type === 'GO') dismissLoggedOut();
    });
  }, [router]);
  function dismiss() {
    // Whoever logs in next is not led to where somebody else was.
    takeReturnUrl();
    dismissLoggedOut();
  }
  function goOn() {
    dismiss();
    // What needs an account has led to the login meanwhile.
    if (!publicScreen.test(router.state.location.pathname)) void router.navigate({ to: '/' });
  }
  return (
    <main>
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
