/** What suggestions were learned from, how often they are right, and learning again. keys: reviewSettings.suggestions.kind.* */
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import {
  readSuggestionModel,
  type SuggestionModel,
  trainSuggestionModel,
} from '@waypost/contract/review/suggestions';
import { useTranslation } from 'react-i18next';
import { formatErrorMessages } from '../../api/error-text.ts';
import { notifyError } from '../../api/notify-error.ts';
import { buildEndpointQuery } from '../../api/query-client.ts';
import { useCall } from '../../api/use-call.ts';
import { RelativeTime } from '../../ui/display/relative-time.tsx';
import { EmptyState, ErrorState, ListSkeleton } from '../../ui/feedback/screen-states.tsx';
import { FormSection } from '../../ui/form/form-section.tsx';
import { resolveFormatLocale } from '../../ui/i18n/format-locale.ts';
import classes from './review-settings.module.css';

/** Milliseconds between looks while it learns. */
const pollIntervalMs = 2000;

/** The section. */
export function SuggestionsSection() {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery({
    ...buildEndpointQuery(readSuggestionModel, {}),
    refetchInterval: ({ state }) => (state.data?.is_training ? pollIntervalMs : false),
  });
  const train = useCall(trainSuggestionModel, { onError: notifyError });
  return (
    <FormSection title={t('reviewSettings.suggestions.title')} lead={t('reviewSettings.suggestions.lead')}>
      {error && !data && <ErrorState messages={formatErrorMessages(error)} onRetry={() => void refetch()} />}
      {!data && !error && <ListSkeleton rows={2} height={56} />}
      {data && (data.trained === null ? <NotLearned /> : <Learned model={data} />)}
      {data && (
        <Button
          variant="default"
          size="md"
          className={classes['button'] ?? ''}
          loading={train.isPending || data.is_training}
          onClick={() => train.mutate({})}
        >
          {t('reviewSettings.suggestions.learn')}
        </Button>
      )}
    </FormSection>
  );
}

function NotLearned() {
  const { t } = useTranslation();
  return (
    <EmptyState title={t('reviewSettings.suggestions.none')}>
      {t('reviewSettings.suggestions.noneText')}
    </EmptyState>
  );
}

function Learned({ model }: { model: SuggestionModel }) {
  const { t, i18n } = useTranslation();
  const percent = new Intl.NumberFormat(resolveFormatLocale(i18n.language), {
    style: 'percent',
    maximumFractionDigits: 0,
  });
  const format = (share: number | null) => (share === null ? '–' : percent.format(share));
  return (
    <>
      <p className={classes['note']} data-figures>
        {t('reviewSettings.suggestions.learned', { count: model.posts })}
        {model.trained && (
          <>
            {' · '}
            <RelativeTime date={model.trained} />
          </>
        )}
      </p>
      <dl className={classes['tests']}>
        {model.tests
          .filter(({ tested }) => tested > 0)
          .map(({ kind, suggested, correct }) => (
            <div key={kind}>
              <dt>{t(`reviewSettings.suggestions.kind.${kind}`)}</dt>
              <dd data-figures>
                {t('reviewSettings.suggestions.result', {
                  suggested: format(suggested),
                  correct: format(correct),
                })}
              </dd>
            </div>
          ))}
      </dl>
    </>
  );
}
