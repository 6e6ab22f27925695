/** Preview of a merge: which post stays, and what that changes. */
import { Alert, Radio, Stack } from '@mantine/core';
import '@mantine/core/styles/Radio.layer.css';
import { IconAlertTriangle, IconEyeOff } from '@tabler/icons-react';
import type { Post } from '@waypost/contract/posts/posts';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../ui/display/icon.tsx';
import { formatPostTitle } from '../post-card/post-title.ts';
import { MergeSummary } from './merge-summary.tsx';
import classes from './post-merge.module.css';

interface Props {
  posts: readonly Post[];
  primaryId: number;
  /** Id of the element that says why the posts cannot be merged. */
  refusalId: string;
  onChange: (primaryId: number) => void;
}

const countMerged = ({ merging }: Post): number => merging?.merged_count ?? 0;

/** A post that cannot be merged into the primary, since others are merged into it (docs/decisions/0060). */
export const findPostWithMerged = (posts: readonly Post[], primaryId: number): Post | undefined =>
  posts.find((post) => post.id !== primaryId && countMerged(post) > 0);

/** Renders the choice and the consequences. */
export function ChoosePrimary({ posts, primaryId, refusalId, onChange }: Props) {
  const { t } = useTranslation();
  const primary = posts.find(({ id }) => id === primaryId);
  const hidden = posts.find(({ id, status }) => id !== primaryId && status === 'published');
  const unmergeable = findPostWithMerged(posts, primaryId);
  return (
    <>
      <Radio.Group
        label={t('merge.stays')}
        description={t('merge.staysHint')}
        value={String(primaryId)}
        onChange={(value) => onChange(Number(value))}
      >
        <Stack gap="sm" mt="sm">
          {posts.map((post) => (
            <Radio
              key={post.id}
              value={String(post.id)}
              data-autofocus={post.id === primaryId || undefined}
              label={<MergeSummary post={post} />}
            />
          ))}
        </Stack>
      </Radio.Group>
      {hidden && primary?.status !== 'published' && (
        <Alert color="orange" variant="light" role="note" icon={<Icon icon={IconEyeOff} />}>
          {t('merge.hides', { title: formatPostTitle(hidden, t) })}
        </Alert>
      )}
      {unmergeable && (
        <Alert id={refusalId} color="orange" variant="light" icon={<Icon icon={IconAlertTriangle} />}>
          {posts.filter((post) => countMerged(post) > 0).length > 1
            ? t('merge.severalMerged')
            : t('merge.hasMerged', {
                count: countMerged(unmergeable),
                title: formatPostTitle(unmergeable, t),
              })}
        </Alert>
      )}
      <p className={classes['note']}>{t('merge.keeps')}</p>
    </>
  );
}
