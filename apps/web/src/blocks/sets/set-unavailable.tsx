/** Why a collection or saved search cannot be opened, and what to do about it. */
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

export function SetUnavailable({ kind, error }: { kind: SetKind; error: unknown }) {
  const { t } = useTranslation();
  const router = useRouter();
  const account = useAccount();
  const here = useRouterState({ select: ({ location }) => location.href });
  const status = isApiError(error) ? error.status : 0;
  // Only a private deployment refuses; otherwise what one may not see answers as if it did not exist.
  const isHidden = status === 401 || status === 403;
  if (status !== 404 && !isHidden)
    return <ErrorState messages={formatErrorMessages(error)} onRetry={() => void router.invalidate()} />;
  const others =
    kind === 'collection' ? (
      <ButtonLink to="/collections" variant="default">
        {t('collection.title')}
      </ButtonLink>
    ) : undefined;
  const login = (
    <ButtonLink to="/login" onClick={() => storeReturnUrl(here)}>
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
      action={account ? others : login}
    >
      {isHidden
        ? t(account ? 'set.missing.hidden' : 'set.missing.visitor')
        : t(account ? 'set.missing.gone' : 'set.missing.goneVisitor')}
    </PageMessage>
  );
}
