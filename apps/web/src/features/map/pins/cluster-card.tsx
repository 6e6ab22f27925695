import { CloseButton, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { listPosts, type Post } from '@waypost/contract/posts/posts';
import { useTranslation } from 'react-i18next';
import { formatErrorMessage } from '../../../api/error-text.ts';
import { buildEndpointQuery } from '../../../api/query-client.ts';
import type { PinCluster } from '../../../blocks/map-canvas/map-types.ts';
import { MapPopup } from '../../../blocks/map-canvas/overlays/map-popup.tsx';
import { PostCard } from '../../../blocks/post-card/post-card.tsx';
import type { buildPostQuery } from '../../../blocks/post-search/post-query.ts';
import { TextLink } from '../../../ui/navigation/text-link.tsx';
import classes from './pin-card.module.css';
import { SpiderfiedCluster } from './spiderfied-cluster.tsx';

/** Number of pins that fit around a place. */
const maxSpiderfiedPosts = 8;
/** Number of posts listed in the card; the list page shows all. */
const maxListedPosts = 50;

interface Props {
  cluster: PinCluster;
  /** The query parameters of the map. */
  query: ReturnType<typeof buildPostQuery>;
  isEmbedded: boolean;
  onClose: () => void;
}

const formatBoundingBox = ({ bounds: [west, south, east, north] }: PinCluster) =>
  [west, north, east, south].join(',');

/** Posts at the same place, which no zoom level separates: a few are spread around it, many are listed in a card. */
export default function ClusterCard({ cluster, query, isEmbedded, onClose }: Props) {
  const { t } = useTranslation();
  const bbox = formatBoundingBox(cluster);
  const clusterFilter = cluster.postIds
    ? { post_id: cluster.postIds.slice(0, maxListedPosts).map(String) }
    : { bbox };
  const { data, error } = useQuery(
    buildEndpointQuery(listPosts, { query: { ...query, ...clusterFilter, limit: maxListedPosts } }),
  );
  const posts = data?.results ?? [];
  const isSpiderfiable = data && posts.length > 0 && data.total_count <= maxSpiderfiedPosts;
  const count = cluster.postIds?.length ?? data?.total_count ?? cluster.count;
  const title = t('map.spot.title', { count });
  if (isSpiderfiable)
    return (
      <SpiderfiedCluster
        at={cluster.center}
        posts={posts}
        label={title}
        isEmbedded={isEmbedded}
        onClose={onClose}
      />
    );
  return (
    <MapPopup at={cluster.center} label={title} onClose={onClose}>
      <div className={classes['card']}>
        <h2 className={classes['heading']}>{title}</h2>
        {!data && !error && <Skeleton height={96} m="md" />}
        {error && (
          <Text size="sm" p="md" role="alert">
            {formatErrorMessage(error)}
          </Text>
        )}
        <ul className={classes['postList']}>
          {posts.map((post: Post) => (
            <li key={post.id}>
              <PostCard post={post} isFrameless opensWindow={isEmbedded} />
            </li>
          ))}
        </ul>
        {count > posts.length && posts.length > 0 && !cluster.postIds && (
          <p className={classes['allPostsLink']}>
            <TextLink
              to="/views/data"
              search={(previous: object) => ({ ...previous, bbox })}
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
