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
import { PlaceArea } from '../../../blocks/map-circle/place-area.tsx';
import { computePlaceBounds, findPostPlaces, singlePlaceZoom } from '../edit/post-places.ts';
import classes from './open-post-marker.module.css';

const earthMetres = 40_075_000;

/** Moves the map to the places of the open post and marks them, even where its pin is part of a cluster: approximate ones by their area. */
export default function OpenPostMarker({ id }: { id: number }) {
  const map = useMap();
  const { data: post } = useQuery(buildEndpointQuery(readPost, { params: { id } }));
  const placesKey = post ? JSON.stringify(findPostPlaces(post).map(({ at }) => at)) : '[]';
  const places = useMemo(() => JSON.parse(placesKey) as LatLon[], [placesKey]);
  const radius = post?.place_precision?.radius;
  useEffect(() => {
    const bounds = computePlaceBounds(places);
    const [place] = places;
    if (!map || !bounds || !place) return;
    if (places.length > 1) map.fitBounds(bounds);
    else
      map.goTo(
        place,
        Math.max(Math.min(map.getView().zoom, computeAreaZoom(place, radius)), singlePlaceZoom),
      );
  }, [map, places, radius]);
  return post && places.map((at) => <Marker key={`${at.lat} ${at.lon}`} at={at} post={post} />);
}

/** The highest zoom at which the area around an approximate place is visible: it is half as wide as a tile of 512 pixels. */
const computeAreaZoom = ({ lat }: LatLon, radius: number | undefined): number =>
  radius === undefined
    ? Number.POSITIVE_INFINITY
    : Math.log2((earthMetres * Math.cos((lat * Math.PI) / 180)) / (4 * radius));

function Marker({ at, post }: { at: LatLon; post: Post }) {
  const { t } = useTranslation();
  const place = useMapPosition<HTMLDivElement>(at);
  const label = post.title ? t('map.pins.post', { title: post.title }) : t('map.pins.untitled');
  const areaLabel = `${label}, ${t('post.approximate')}`;
  if (post.place_precision)
    return (
      <>
        <PlaceArea center={at} precision={post.place_precision} />
        {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the area is drawn beside it */}
        <div ref={place} className={classes['place']} role="img" aria-label={areaLabel}>
          <span className={classes['disc']} style={{ background: toPinColor(markerColor(post.color)) }} />
        </div>
      </>
    );
  return (
    <div ref={place} className={classes['place']}>
      <svg
        className={classes['pin']}
        viewBox="0 0 36 44"
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an inline picture takes the colour of the survey
        role="img"
        aria-label={label}
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
