import { useQueryClient } from '@tanstack/react-query';
import { type Post, readPost, updatePost } from '@waypost/contract/posts/posts';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatErrorMessage } from '../../../api/error-text.ts';
import { notifyError } from '../../../api/notify-error.ts';
import { buildCallKey } from '../../../api/query-keys.ts';
import { useCall } from '../../../api/use-call.ts';
import { roundCoordinates } from '../../../blocks/location-picker/parse-coordinate.ts';
import { useMap } from '../../../blocks/map-canvas/map-context.ts';
import type { LatLon } from '../../../blocks/map-canvas/map-types.ts';
import { MapMarker } from '../../../blocks/map-canvas/overlays/map-marker.tsx';
import { formatPostTitle } from '../../../blocks/post-card/post-title.ts';
import { type PostLockHandle, usePostLock } from '../../../blocks/post-lock/use-post-lock.ts';
import { notify } from '../../../ui/feedback/toast.tsx';
import { MapActionBar } from '../tools/map-action-bar.tsx';
import { computePlaceBounds, findPostPlaces, type PostPlace, replacePlaces } from './post-places.ts';

/** A zoom at which a pin can be placed precisely; the embedded base map shows no more detail than zoom 10. */
const minEditZoom = 10;

interface Props {
  post: Post;
  onClose: () => void;
}

/**
 * Edit mode of the map: the places of a post are moved by pointer or arrow keys, then saved or cancelled (spec 2 §2, "Map view").
 * The post is locked meanwhile.
 */
export default function EditPlaces({ post, onClose }: Props) {
  const { t } = useTranslation();
  const map = useMap();
  const cache = useQueryClient();
  const { state } = usePostLock(post.id);
  const [places, setPlaces] = useState<readonly PostPlace[]>(() => findPostPlaces(post));
  const [isMoved, setMoved] = useState(false);
  const markers = useRef<HTMLDivElement>(null);
  const isHeld = state.kind === 'held';
  const title = formatPostTitle(post, t);

  const close = () => {
    onClose();
    map?.focus();
  };
  /** Leaves the edit mode when somebody else has the lock or has taken it. */
  const handleLockLoss = useEffectEvent((state: PostLockHandle['state']) => {
    if (state.kind === 'pending' || state.kind === 'held') return;
    const holder = 'holder' in state ? state.holder : null;
    notify(
      'error',
      state.kind === 'failed'
        ? formatErrorMessage(state.error)
        : holder
          ? t('post.lock.alreadyBy', { name: holder })
          : t('post.lock.already'),
    );
    close();
  });
  useEffect(() => handleLockLoss(state), [state]);
  /** Zooms in: at world level a small drag would move a pin by hundreds of kilometres. */
  const zoomIn = useEffectEvent(() => {
    const bounds = computePlaceBounds(places.map((place) => place.at));
    if (bounds && (map?.getView().zoom ?? 0) < minEditZoom) map?.fitBounds(bounds);
    else if (places[0]) map?.goTo(places[0].at);
  });
  useEffect(() => {
    if (isHeld) zoomIn();
  }, [isHeld]);
  useEffect(() => {
    if (isHeld) markers.current?.querySelector('button')?.focus({ preventScroll: true });
  }, [isHeld]);

  const move = (movedPlace: PostPlace, at: LatLon) => {
    setMoved(true);
    setPlaces(
      places.map((place) =>
        place.key === movedPlace.key && place.index === movedPlace.index ? { ...place, at } : place,
      ),
    );
  };
  /** Sets the places back, unless the post was saved again since. */
  const undoMove = useCall(updatePost, {
    onSuccess(restored) {
      if (restored) cache.setQueryData(buildCallKey(readPost, { params: { id: post.id } }), restored);
      notify('success', t('post.bulk.undone'));
    },
    onError: notifyError,
  });
  const update = useCall(updatePost, {
    onSuccess(saved) {
      if (saved) cache.setQueryData(buildCallKey(readPost, { params: { id: post.id } }), saved);
      const { revision } = saved ?? {};
      const values = replacePlaces(post, findPostPlaces(post));
      const undoAction = revision !== undefined && {
        label: t('action.undo'),
        onClick: () => undoMove.mutate({ params: { id: post.id }, body: { values, based_on: revision } }),
      };
      notify('success', t('post.done.changed', { title }), undoAction || undefined);
      close();
    },
    onError: notifyError,
  });
  const save = () => {
    const roundedPlaces = places.map((place) => ({ ...place, at: roundCoordinates(place.at) }));
    const body = { values: replacePlaces(post, roundedPlaces), based_on: post.revision };
    update.mutate({ params: { id: post.id }, body });
  };
  if (!isHeld) return null;
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- Escape cancels */}
      <div ref={markers} onKeyDown={(event) => event.key === 'Escape' && close()}>
        {places.map((place) => (
          <MapMarker
            key={`${place.key} ${place.index}`}
            at={place.at}
            label={t('map.edit.marker', { title })}
            onMove={(at) => move(place, at)}
          />
        ))}
      </div>
      <MapActionBar
        label={t('map.edit.title', { title })}
        action={t('map.edit.save')}
        isBusy={update.isPending}
        isActionDisabled={!isMoved}
        onAction={save}
        onCancel={close}
      >
        {t('map.edit.hint', { title })}
      </MapActionBar>
    </>
  );
}
