import { useQuery } from '@tanstack/react-query';
import { type Post, readPost } from '@waypost/contract/posts/posts';
import { markerColor } from '@waypost/survey-logic/post-display';
import { useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { buildEndpointQuery } from '../../../api/query-client.ts';
import { useMap } from '../../../blocks/map-canvas/map-context.ts';
import type { LatLon } from '../../../blocks/map-canvas/map-types.ts';
import { useMapPosition } from '../../../blocks/map-canvas/overlays/use-map-position.ts';
import { toPinColor } from '../../../blocks/map-canvas/pins/pin-color.ts';
import { computePlaceBounds, findPostPlaces } from '../edit/post-places.ts';
import classes from './open-post-marker.module.css';

/** The lowest zoom at which a single place is shown: its region is recognizable. */
const singlePlaceZoom = 8;

/** Moves the map to the places of the open post and marks them, even where its pin is part of a cluster. */
export default function OpenPostMarker({ id }: { id: number }) {
  const map = useMap();
  const { data: post } = useQuery(buildEndpointQuery(readPost, { params: { id } }));
  const placesKey = post ? JSON.stringify(findPostPlaces(post).map(({ at }) => at)) : '[]';
  const places = useMemo(() => JSON.parse(placesKey) as LatLon[], [placesKey]);
  useEffect(() => {
    const bounds = computePlaceBounds(places);
    const [place] = places;
    if (!map || !bounds || !place) return;
    if (places.length > 1) map.fitBounds(bounds);
    else map.goTo(place, Math.max(map.getView().zoom, singlePlaceZoom));
  }, [map, places]);
  return post && places.map((at) => <Marker key={`${at.lat} ${at.lon}`} at={at} post={post} />);
}

function Marker({ at, post }: { at: LatLon; post: Post }) {
  const { t } = useTranslation();
  const place = useMapPosition<HTMLDivElement>(at);
  return (
    <div ref={place} className={classes['place']}>
      <svg
        className={classes['pin']}
        viewBox="0 0 36 44"
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an inline picture takes the colour of the survey
        role="img"
        aria-label={post.title ? t('map.pins.post', { title: post.title }) : t('map.pins.untitled')}
      >
        <path
          className={classes['drop']}
          d="M18 42C15 34 4 28 4 17a14 14 0 0 1 28 0c0 11-11 17-14 25z"
          fill={toPinColor(markerColor(post.color))}
        />
        <circle cx="18" cy="17" r="5" className={classes['dot']} />
      </svg>
    </div>
  );
}
