/** Choice of the post to merge with: possible duplicates, posts nearby, or a search. */
import { Radio, Stack, TextInput } from '@mantine/core';
import '@mantine/core/styles/Radio.layer.css';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { listPosts } from '@waypost/contract/posts/posts';
import { readPostContext } from '@waypost/contract/review/post-context';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatErrorMessages } from '../../api/error-text.ts';
import { buildEndpointQuery } from '../../api/query-client.ts';
import { ErrorState, ListSkeleton } from '../../ui/feedback/screen-states.tsx';
import { MergeSummary, type SummarizedPost } from './merge-summary.tsx';
import classes from './post-merge.module.css';

/** Time after the last key press before a request is sent. */
const debounceMs = 300;
const maxResults = 8;

/** Posts that a search finds; without a text those that may be about the same event. */
function useCandidates(postId: number, text: string) {
  const context = useQuery(buildEndpointQuery(readPostContext, { params: { id: postId } }));
  const search = useQuery({
    ...buildEndpointQuery(listPosts, { query: { q: text, status: ['all'], limit: maxResults } }),
    enabled: text !== '',
  });
  const { error, refetch } = text === '' ? context : search;
  const suggested = context.data && [...context.data.duplicates, ...context.data.nearby];
  const candidates: readonly SummarizedPost[] | undefined = text === '' ? suggested : search.data?.results;
  return { candidates: candidates?.filter(({ id }) => id !== postId), error, refetch };
}

interface Props {
  postId: number;
  /** Why a choice is needed. */
  fault: string | undefined;
  onChoose: (postId: number) => void;
}

/** Renders the search and the list. */
export function ChooseCandidate({ postId, fault, onChoose }: Props) {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const [chosenId, setChosenId] = useState('');
  const [q] = useDebouncedValue(text.trim(), debounceMs);
  const { candidates, error, refetch } = useCandidates(postId, q);
  return (
    <>
      <TextInput
        size="md"
        dir="auto"
        type="search"
        data-autofocus
        label={t('merge.search')}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        // Enter would submit the form.
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
      />
      {error && <ErrorState messages={formatErrorMessages(error)} onRetry={() => void refetch()} />}
      {!candidates && !error && <ListSkeleton rows={3} height={56} />}
      {candidates?.length === 0 && (
        <output className={classes['note']}>{t(q === '' ? 'merge.noCandidates' : 'merge.searchNone')}</output>
      )}
      {candidates && candidates.length > 0 && (
        <Radio.Group
          label={t('merge.candidates')}
          error={fault}
          value={chosenId}
          onChange={(value) => {
            setChosenId(value);
            onChoose(Number(value));
          }}
        >
          <Stack gap="sm" mt="xs">
            {candidates.map((post) => (
              <Radio key={post.id} value={String(post.id)} label={<MergeSummary post={post} />} />
            ))}
          </Stack>
        </Radio.Group>
      )}
    </>
  );
}
