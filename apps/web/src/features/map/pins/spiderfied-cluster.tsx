import type { Post } from '@waypost/contract/posts/posts';
import { markerColor } from '@waypost/survey-logic/post-display';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { LatLon } from '../../../blocks/map-canvas/map-types.ts';
import { useMapPosition } from '../../../blocks/map-canvas/overlays/use-map-position.ts';
import PinCard from './pin-card.tsx';
import classes from './spiderfied-cluster.module.css';

/** Distance in pixels between the place and the pins, so that they overlap neither each other nor the cluster. */
const pinDistancePx = 62;

interface Props {
  at: LatLon;
  posts: readonly Post[];
  label: string;
  isEmbedded: boolean;
  onClose: () => void;
}

const keySteps: Readonly<Record<string, number>> = {
  ArrowRight: 1,
  ArrowDown: 1,
  ArrowLeft: -1,
  ArrowUp: -1,
};

/** A few posts of the same place as pins around it. The pins are buttons that open the cards. */
export function SpiderfiedCluster({ at, posts, label, isEmbedded, onClose }: Props) {
  const { t } = useTranslation();
  const place = useMapPosition<HTMLDivElement>(at);
  const opener = useRef<Element | null>(null);
  const [open, setOpen] = useState<number | null>(null);
  useEffect(() => {
    opener.current = document.activeElement;
    place.current?.querySelector('button')?.focus({ preventScroll: true });
  }, [place]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      event.stopPropagation();
      onClose();
      if (opener.current instanceof HTMLElement) opener.current.focus();
      return;
    }
    const step = keySteps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    const buttons = [...(place.current?.querySelectorAll('button') ?? [])];
    const now = buttons.indexOf(document.activeElement as HTMLButtonElement);
    buttons[(now + step + buttons.length) % buttons.length]?.focus();
  };
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/prefer-tag-over-role -- Escape closes it, arrow keys move through it; a fieldset has a default style */}
      <div ref={place} className={classes['place']} role="group" aria-label={label} onKeyDown={onKeyDown}>
        <span className={classes['middle']} />
        {posts.map((post, index) => {
          const angle = ((index / posts.length) * 360 - 90) * (Math.PI / 180);
          const offset = {
            '--x': `${Math.round(Math.cos(angle) * pinDistancePx)}px`,
            '--y': `${Math.round(Math.sin(angle) * pinDistancePx)}px`,
            '--turn': `${Math.round(angle * (180 / Math.PI))}deg`,
            '--survey-color': markerColor(post.color),
          } as React.CSSProperties;
          const title = post.title ? t('map.pins.post', { title: post.title }) : t('map.pins.untitled');
          const name = post.place_precision ? `${title}, ${t('post.approximate')}` : title;
          return (
            <span key={post.id} style={offset}>
              <span className={classes['leg']} />
              <button
                type="button"
                className={classes['pin']}
                aria-label={name}
                title={post.title ?? ''}
                data-open={open === post.id || undefined}
                onClick={() => setOpen(post.id)}
              />
            </span>
          );
        })}
      </div>
      {open !== null && (
        <PinCard key={open} id={open} at={at} isEmbedded={isEmbedded} onClose={() => setOpen(null)} />
      )}
    </>
  );
}
