import { useRouterState } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { isApiError } from '../../../api/api-error.ts';
import { formatErrorMessages } from '../../../api/error-text.ts';
import { storeReturnUrl } from '../../../api/return-url.ts';
import { useAccount } from '../../../api/session.ts';
import { EmptyState, ErrorState } from '../../../ui/feedback/screen-states.tsx';
import { ButtonLink } from '../../../ui/navigation/button-link.tsx';

/** Shown when a post cannot be loaded: the reason and what to do. */
export function PostLoadError({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { t } = useTranslation();
  const account = useAccount();
  const currentUrl = useRouterState({ select: ({ location }) => location.href });
  const status = isApiError(error) ? error.status : 0;
  if (status === 404)
    return <EmptyState title={t('post.missing.gone')}>{t('post.missing.goneText')}</EmptyState>;
  if (status !== 401 && status !== 403)
    return <ErrorState messages={formatErrorMessages(error)} onRetry={onRetry} />;
  if (account)
    return <EmptyState title={t('post.missing.hidden')}>{t('post.missing.hiddenText')}</EmptyState>;
  return (
    <EmptyState
      title={t('post.missing.hidden')}
      action={
        <ButtonLink to="/login" size="md" onClick={() => storeReturnUrl(currentUrl)}>
          {t('nav.login')}
        </ButtonLink>
      }
    >
      {t('post.missing.visitor')}
    </EmptyState>
  );
}
