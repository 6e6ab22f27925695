import type { Post } from '@waypost/contract/posts/posts';
import { lazy, Suspense } from 'react';
import { isInArchive } from '../map-canvas/archives/archive-box.ts';
import { useArchiveLayers } from '../map-canvas/archives/use-archive-layers.ts';
import classes from './post-card.module.css';
import { listPoints } from './post-points.ts';

const LazyCardPlaceWords = lazy(() => import('../map-names/card-place-words.tsx'));

/** Where a post is in words, as exactly as the reader may know, where the site has a map of the streets there. */
export function CardPlace({ post }: { post: Pick<Post, 'values' | 'place_precision'> }) {
  const archives = useArchiveLayers();
  const [at] = listPoints(post);
  if (!at || !isInArchive(archives, at)) return null;
  // The line is there before its words, so that the card keeps its height.
  return (
    <Suspense fallback={<p className={classes['place']} />}>
      <LazyCardPlaceWords at={at} precision={post.place_precision} className={classes['place']} />
    </Suspense>
  );
}
