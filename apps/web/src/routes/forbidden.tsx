import { createFileRoute } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useAccount } from '../api/session.ts';
import { PageMessage } from '../ui/layout/page-message.tsx';
import { ButtonLink } from '../ui/navigation/button-link.tsx';

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
