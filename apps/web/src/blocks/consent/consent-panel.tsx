/** What the reporter of a post agreed to, for its author and the team. Nothing where the survey asks nothing. */
import './consent-labels.ts';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { changePostConsent, readPostConsent } from '@waypost/contract/posts/post-consent';
import { lazy, Suspense, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isApiError } from '../../api/api-error.ts';
import { formatErrorMessages } from '../../api/error-text.ts';
import { buildEndpointQuery } from '../../api/query-client.ts';
import { useCall } from '../../api/use-call.ts';
import { ErrorState } from '../../ui/feedback/screen-states.tsx';
import { notify } from '../../ui/feedback/toast.tsx';
import { useLoadedTranslations } from '../../ui/i18n/i18n.ts';
import classes from './consent.module.css';
import { ConsentSummary } from './consent-summary.tsx';

const ChangeConsentDialog = lazy(() => import('./change-consent-dialog.tsx'));

/** Renders the latest answer, and the button to change it. */
export default function ConsentPanel({ postId }: { postId: number }) {
  useLoadedTranslations();
  const { t } = useTranslation();
  const titleId = useId();
  const [isChanging, setChanging] = useState(false);
  const params = { id: postId };
  const { data, error, refetch } = useQuery(buildEndpointQuery(readPostConsent, { params }));
  const change = useCall(changePostConsent, { onSuccess: () => notify('success', t('consent.change.done')) });
  // Other servers do not know what reporters agreed to.
  if (isApiError(error) && (error.status === 404 || error.status === 403)) return null;
  if (error && !data)
    return <ErrorState messages={formatErrorMessages(error)} onRetry={() => void refetch()} />;
  if (!data || data.choices.length === 0) return null;
  return (
    <section className={classes['section']} aria-labelledby={titleId}>
      <h2 id={titleId}>{t('consent.panel.title')}</h2>
      <ConsentSummary consent={data} />
      {data.can_change && (
        <Button variant="default" onClick={() => setChanging(true)}>
          {t(data.can_change === 'team' ? 'consent.change.record' : 'consent.change.action')}
        </Button>
      )}
      {isChanging && (
        <Suspense>
          <ChangeConsentDialog
            consent={data}
            save={(body) => change.mutateAsync({ params, body })}
            onClose={() => setChanging(false)}
          />
        </Suspense>
      )}
    </section>
  );
}
