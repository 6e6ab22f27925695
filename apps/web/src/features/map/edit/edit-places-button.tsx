import { IconPencil } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { readPost } from '@waypost/contract/posts/posts';
import { lazy, Suspense, useState } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { buildEndpointQuery } from '../../../api/query-client.ts';
import { MapButton, MapButtons } from '../../../blocks/map-canvas/controls/map-button.tsx';
import { useMap } from '../../../blocks/map-canvas/map-context.ts';
import { formatPostTitle } from '../../../blocks/post-card/post-title.ts';
import { findPostPlaces } from './post-places.ts';

const EditPlaces = lazy(() => import('./edit-places.tsx'));

interface Props {
  postId: number | null;
  /** Closes the cards on the map, which would cover the pins. */
  onStart: () => void;
}

/** Button that starts moving the pins of the open post, shown when the user may edit it and it has a place. */
export function EditPlacesButton({ postId, onStart }: Props) {
  const { t } = useTranslation();
  const map = useMap();
  const [editedPostId, setEditedPostId] = useState<number | null>(null);
  const id = editedPostId ?? postId;
  const { data: post } = useQuery({
    ...buildEndpointQuery(readPost, { params: { id: id ?? 0 } }),
    enabled: id !== null,
  });
  const frame = map?.getFrameElement();
  if (!post || id === null || !frame) return null;
  const canMovePins = post.allowed_privileges.includes('update') && findPostPlaces(post).length > 0;
  if (!canMovePins) return null;
  return (
    <>
      <MapButtons>
        <MapButton
          label={t('map.edit.start', { title: formatPostTitle(post, t) })}
          icon={IconPencil}
          isPressed={editedPostId !== null}
          onClick={() => {
            setEditedPostId(editedPostId === null ? id : null);
            onStart();
          }}
        />
      </MapButtons>
      {editedPostId !== null &&
        createPortal(
          <Suspense fallback={null}>
            <EditPlaces key={editedPostId} post={post} onClose={() => setEditedPostId(null)} />
          </Suspense>,
          frame,
        )}
    </>
  );
}
