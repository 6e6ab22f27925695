/**
 * Posts that stand so close together that no zoom takes them apart: a few are spread around their place, many become a list.
 */
import { CloseButton, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { listPosts, type Post } from '@waypost/contract/posts';
import { useTranslation } from 'react-i18next';
import { problemText } from '../../api/fault-text.ts';
import { read } from '../../api/query-client.ts';
import { MapPopup } from '../../blocks/map-canvas/map-popup.tsx';
import type { PinCluster } from '../../blocks/map-canvas/map-types.ts';
import { PostCard } from '../../blocks/post-card/post-card.tsx';
import type { postQuery } from '../../blocks/post-search/default-query.ts';
import { TextLink } from '../../ui/text-link.tsx';
import classes from './pin-card.module.css';
import { Spread } from './spread.tsx';

/** More would not fit around a place. */
const mostSpread = 8;
/** As many as anybody reads in a card; the list has all. */
const mostListed = 50;

interface Props {
  spot: PinCluster;
  /** What the map asks for. */
  query: ReturnType<typeof postQuery>;
  isEmbedded: boolean;
  onClose: () => void;
}

const boxOf = ({ bounds: [west, south, east, north] }: PinCluster) => [west, north, east, south].join(',');

export default function SpotCard({ spot, query, isEmbedded, onClose }: Props) {
  const { t } = useTranslation();
  const box = boxOf(spot);
  const which = spot.postIds ? { post_id: spot.postIds.slice(0, mostListed).map(String) } : { bbox: box };
  const { data, error } = useQuery(
    read(listPosts, { query: { ...query, ...which, limit: mostListed } }, { quiet: true }),
  );
  const posts = data?.results ?? [];
  const isFew = data && posts.length > 0 && data.total_count <= mostSpread;
  const count = spot.postIds?.length ?? data?.total_count ?? spot.count;
  const title = t('map.spot.title', { count });
  if (isFew)
    return <Spread at={spot.center} posts={posts} label={title} isEmbedded={isEmbedded} onClose={onClose} />;
  return (
    <MapPopup at={spot.center} label={title} onClose={onClose}>
      <div className={classes['card']}>
        <h2 className={classes['heading']}>{title}</h2>
        {!data && !error && <Skeleton height={96} m="md" />}
        {error && (
          <Text size="sm" p="md" role="alert">
            {problemText(error)}
          </Text>
        )}
        <ul className={classes['several']}>
          {posts.map((post: Post) => (
            <li key={post.id}>
              <PostCard post={post} isBare opensWindow={isEmbedded} />
            </li>
          ))}
        </ul>
        {count > posts.length && posts.length > 0 && !spot.postIds && (
          <p className={classes['all']}>
            <TextLink
              to="/views/data"
              search={(before: object) => ({ ...before, bbox: box })}
              {...(isEmbedded ? { target: '_blank' } : {})}
            >
              {t('map.spot.all', { count })}
            </TextLink>
          </p>
        )}
        <CloseButton
          className={classes['close'] ?? ''}
          size={32}
          aria-label={t('action.close')}
          onClick={onClose}
        />
      </div>
    </MapPopup>
  );
}
