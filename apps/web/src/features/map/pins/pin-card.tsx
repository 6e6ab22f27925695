import { CloseButton, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { readPost } from '@waypost/contract/posts/posts';
import { useTranslation } from 'react-i18next';
import { formatErrorMessage } from '../../../api/error-text.ts';
import { buildEndpointQuery } from '../../../api/query-client.ts';
import type { LatLon } from '../../../blocks/map-canvas/map-types.ts';
import { MapPopup } from '../../../blocks/map-canvas/overlays/map-popup.tsx';
import { PostCard } from '../../../blocks/post-card/post-card.tsx';
import { formatPostTitle } from '../../../blocks/post-card/post-title.ts';
import classes from './pin-card.module.css';

interface Props {
  id: number;
  at: LatLon;
  isEmbedded: boolean;
  onClose: () => void;
}

/** Card over the map with the post of a pin. */
export default function PinCard({ id, at, isEmbedded, onClose }: Props) {
  const { t } = useTranslation();
  const { data: post, error } = useQuery(buildEndpointQuery(readPost, { params: { id } }));
  return (
    <MapPopup at={at} label={post ? formatPostTitle(post, t) : t('post.untitled')} onClose={onClose}>
      <div className={classes['card']}>
        {post && <PostCard post={post} isFrameless opensWindow={isEmbedded} />}
        {!post && !error && <Skeleton height={96} m="md" />}
        {error && (
          <Text size="sm" p="md" pe={48} role="alert">
            {formatErrorMessage(error)}
          </Text>
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
