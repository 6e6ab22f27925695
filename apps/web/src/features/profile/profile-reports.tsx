import { Group } from '@mantine/core';
import type { Post } from '@waypost/contract/posts/posts';
import { useTranslation } from 'react-i18next';
import { PostCard } from '../../blocks/post-card/post-card.tsx';
import { EmptyState } from '../../ui/feedback/screen-states.tsx';
import { resolveFormatLocale } from '../../ui/i18n/format-locale.ts';
import { ButtonLink } from '../../ui/navigation/button-link.tsx';
import classes from './profile-page.module.css';

interface Props {
  userId: number;
  /** The latest reports of the person. */
  posts: readonly Post[];
  /** Number of all reports of the person that the reader can see. */
  total: number;
}

/** The latest reports of a person, with links to all of them in the list and on the map. */
export function ProfileReports({ userId, posts, total }: Props) {
  const { t, i18n } = useTranslation();
  const search = { user: [String(userId)] };
  return (
    <section aria-labelledby="profile-reports" className={classes['reports']}>
      <h2 id="profile-reports" className={classes['heading']}>
        {t('profile.reports.title')}{' '}
        {total > 0 && (
          <span className={classes['count']} data-figures>
            {new Intl.NumberFormat(resolveFormatLocale(i18n.language)).format(total)}
          </span>
        )}
      </h2>
      {posts.length === 0 ? (
        <EmptyState title={t('profile.reports.none')} />
      ) : (
        <>
          <ol className={classes['posts']}>
            {posts.map((post) => (
              <li key={post.id}>
                <PostCard post={post} />
              </li>
            ))}
          </ol>
          <Group>
            <ButtonLink to="/views/list" search={search} variant="default">
              {t('profile.reports.showAll')}
            </ButtonLink>
            <ButtonLink to="/views/map" search={search} variant="default">
              {t('profile.reports.showOnMap')}
            </ButtonLink>
          </Group>
        </>
      )}
    </section>
  );
}
