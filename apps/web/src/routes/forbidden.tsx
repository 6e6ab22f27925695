import { createFileRoute } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useAccount } from '../api/session.ts';
import { ButtonLink } from '../ui/button-link.tsx';
import { PageMessage } from '../ui/page-message.tsx';

export const Route = createFileRoute('/forbidden')({ component: Forbidden });

function Forbidden() {
  const { t } = useTranslation();
  const account = useAccount();
  const login = <ButtonLink to="/login">{t('nav.login')}</ButtonLink>;
  return (
    <PageMessage title={t('error.forbidden.title')} action={account ? undefined : login}>
      {t(account ? 'error.forbidden.text' : 'error.forbidden.visitor')}
    </PageMessage>
  );
}
