/** Shown when a collection or saved search cannot be opened. */
import { useRouter, useRouterState } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { isApiError } from '../../api/api-error.ts';
import { formatErrorMessages } from '../../api/error-text.ts';
import { storeReturnUrl } from '../../api/return-url.ts';
import { useAccount } from '../../api/session.ts';
import { ErrorState } from '../../ui/feedback/screen-states.tsx';
import { PageMessage } from '../../ui/layout/page-message.tsx';
import { ButtonLink } from '../../ui/navigation/button-link.tsx';
import type { SetKind } from '../post-search/post-mode.ts';

/** Says why, and offers to log in, to go back, or to try again. */
export function SetUnavailable({ kind, error }: { kind: SetKind; error: unknown }) {
  const { t } = useTranslation();
  const router = useRouter();
  const account = useAccount();
  const currentUrl = useRouterState({ select: ({ location }) => location.href });
  const status = isApiError(error) ? error.status : 0;
  // Only a private deployment answers 401 or 403; otherwise a set without access answers 404.
  const isHidden = status === 401 || status === 403;
  if (status !== 404 && !isHidden)
    return <ErrorState messages={formatErrorMessages(error)} onRetry={() => void router.invalidate()} />;
  const collectionsLink =
    kind === 'collection' ? (
      <ButtonLink to="/collections" variant="default">
        {t('collection.title')}
      </ButtonLink>
    ) : undefined;
  const loginLink = (
    <ButtonLink to="/login" onClick={() => storeReturnUrl(currentUrl)}>
      {t('nav.login')}
    </ButtonLink>
  );
  const isCollection = kind === 'collection';
  return (
    <PageMessage
      title={
        isHidden
          ? t(isCollection ? 'collection.missing.hidden' : 'savedSearch.missing.hidden')
          : t(isCollection ? 'collection.missing.gone' : 'savedSearch.missing.gone')
      }
      action={account ? collectionsLink : loginLink}
    >
      {isHidden
        ? t(account ? 'set.missing.hidden' : 'set.missing.visitor')
        : t(account ? 'set.missing.gone' : 'set.missing.goneVisitor')}
    </PageMessage>
  );
}
