/** The card of a post: in the list, and in a popup on the map. */
import { IconMapPin } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { listCategories } from '@waypost/contract/categories/categories';
import type { Thumbnail } from '@waypost/contract/media/media';
import type { Post } from '@waypost/contract/posts/posts';
import { buildCardText, markerColor, splitPostText } from '@waypost/survey-logic/post-display';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { buildEndpointQuery } from '../../api/query-client.ts';
import { useHasPermission } from '../../api/session.ts';
import { IconBadge } from '../../ui/display/icon-badge.tsx';
import { MergedBadge } from '../post-merge/merged-badge.tsx';
import { AddToCollectionButton } from '../sets/add-to-collection-button.tsx';
import { StatusBadge } from '../status-badge/status-badge.tsx';
import { VerificationBadge } from '../verification-badge/verification-badge.tsx';
import { CardDates } from './card-dates.tsx';
import { CardPlace } from './card-place.tsx';
import classes from './post-card.module.css';
import type { PostDateField } from './post-date.ts';
import { formatPostTitle } from './post-title.ts';
import { useAuthor } from './use-author.ts';

/** Lazy: only the team sees it. */
const UnreadBadge = lazy(() => import('../unread-messages/unread-badge.tsx'));

interface Props {
  post: Post;
  isSelected?: boolean;
  /** The date that the list is sorted by. */
  sortedBy?: PostDateField;
  /** The list stays visible beside the opened post. */
  keepsList?: boolean;
  /** Without a border of its own, for a popup. */
  isFrameless?: boolean;
  /** In a frame of another site: the post opens in a new window. */
  opensWindow?: boolean;
}

/** Maximum number of categories on a card. */
const maxCategories = 3;

/** Shows title, text, categories, author and picture of a post. */
export function PostCard(props: Props) {
  const { post, isSelected = false, sortedBy = 'post_date', keepsList = false } = props;
  const { isFrameless = false, opensWindow = false } = props;
  // Lists have a heading for each day, those in frames do not.
  const Title = opensWindow ? 'h2' : 'h3';
  const { t } = useTranslation();
  const author = useAuthor(post);
  const managesPosts = useHasPermission('Manage Posts');
  const hasCategories = post.tags.length > 0;
  const { data: categories, isPending: isLoadingCategories } = useQuery({
    ...buildEndpointQuery(listCategories, {}),
    enabled: hasCategories,
  });
  const names = post.tags.flatMap((tag) => categories?.results.find((it) => it.id === tag.id)?.tag ?? []);
  const title = formatPostTitle(post, t);
  const text = buildCardText(splitPostText(post).text);
  // To people who see only published posts the status says nothing.
  const showsStatus = post.status !== 'published' || post.allowed_privileges.includes('change_status');
  return (
    <article
      className={classes['card']}
      data-selected={isSelected || undefined}
      data-bare={isFrameless || undefined}
      style={{ '--survey-color': markerColor(post.color) } as React.CSSProperties}
    >
      <div className={classes['content']}>
        <Title className={classes['title']} dir="auto">
          <Link
            to="/posts/$postId"
            params={{ postId: String(post.id) }}
            state={{ withList: keepsList }}
            className={classes['link']}
            aria-current={isSelected ? 'true' : undefined}
            data-post={post.id}
            {...(opensWindow ? { target: '_blank', search: {} } : {})}
          >
            {title}
          </Link>
        </Title>
        {text !== '' && (
          <p className={classes['text']} dir="auto">
            {text}
          </p>
        )}
        <CardPlace post={post} />
        <div className={classes['about']}>
          {showsStatus && <StatusBadge post={post} />}
          <VerificationBadge verification={post.verification} />
          <MergedBadge merging={post.merging} />
          {/* The pin that it belongs to looks exact. */}
          {isFrameless && post.place_precision && (
            <IconBadge icon={IconMapPin}>{t('post.approximate')}</IconBadge>
          )}
          {!post.user && managesPosts && (
            <Suspense>
              <UnreadBadge post={post} />
            </Suspense>
          )}
          {hasCategories && isLoadingCategories && (
            <span className={classes['chip']} data-loading aria-hidden>
              {'\u00a0'}
            </span>
          )}
          {names.slice(0, maxCategories).map((name) => (
            <span key={name} className={classes['chip']} dir="auto">
              {name}
            </span>
          ))}
          {names.length > maxCategories && (
            <span className={classes['chip']}>{`+${names.length - maxCategories}`}</span>
          )}
        </div>
      </div>
      {post.thumbnail && <CardPicture key={post.thumbnail.url} {...post.thumbnail} />}
      <div className={classes['foot']}>
        <p className={classes['meta']}>
          <span dir="auto">{author}</span>
          <span aria-hidden>·</span>
          <CardDates post={post} sortedBy={sortedBy} />
        </p>
        {!opensWindow && <AddToCollectionButton post={post} className={classes['collect']} />}
      </div>
    </article>
  );
}

/** Without a network, only the pictures that the device has stored are shown. */
function CardPicture({ url, caption }: Thumbnail) {
  const [isMissing, setMissing] = useState(false);
  if (isMissing) return null;
  return (
    <img
      className={classes['picture']}
      src={url}
      alt={caption ?? ''}
      loading="lazy"
      onError={() => setMissing(true)}
    />
  );
}
