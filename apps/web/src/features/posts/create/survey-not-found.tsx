/** Shown when the survey to answer no longer exists, with links to continue. */
import { Group } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { listSurveys } from '@waypost/contract/surveys/surveys';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { buildEndpointKey } from '../../../api/query-keys.ts';
import { EmptyState } from '../../../ui/feedback/screen-states.tsx';
import { ButtonLink } from '../../../ui/navigation/button-link.tsx';

/** @param isEmbedded shown in an iframe of another site, without links that lead away from it */
export function SurveyNotFound({ isEmbedded }: { isEmbedded: boolean }) {
  const { t } = useTranslation();
  const cache = useQueryClient();
  useEffect(() => {
    // The cached list of surveys still contains this one, so the choice would lead back here.
    void cache.invalidateQueries({ queryKey: buildEndpointKey(listSurveys), refetchType: 'all' });
  }, [cache]);
  return (
    <EmptyState
      title={t('post.create.gone')}
      action={
        !isEmbedded && (
          <Group gap="sm" justify="center">
            <ButtonLink to="/posts/create" size="md">
              {t('post.create.other')}
            </ButtonLink>
            <ButtonLink to="/views/data" size="md" variant="default">
              {t('post.create.list')}
            </ButtonLink>
          </Group>
        )
      }
    >
      {t('post.create.goneText')}
    </EmptyState>
  );
}
