/** A picture whose areas are drawn with a pointer; boxes are also moved and resized with the keyboard. */
import type { PictureCover } from '@waypost/contract/media/picture-covers';
import { type CSSProperties, type KeyboardEvent, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { type BoxCover, moveBox, resizeBox } from './covers.ts';
import { drawCovered } from './draw-covers.ts';
import classes from './photo-cover.module.css';
import type { useCoverDrawing } from './use-cover-drawing.ts';
import type { LoadedPicture } from './use-loaded-picture.ts';

/** Longest side of the drawn picture: larger ones would be drawn slowly, and screens do not show more. */
const maxSidePx = 1600;
/** How far an arrow key moves or resizes a box, as a part of the picture. */
const keyStep = 0.02;

const arrows: Readonly<Record<string, readonly [dx: number, dy: number]>> = {
  ArrowLeft: [-keyStep, 0],
  ArrowRight: [keyStep, 0],
  ArrowUp: [0, -keyStep],
  ArrowDown: [0, keyStep],
};

interface Props {
  picture: LoadedPicture;
  drawing: ReturnType<typeof useCoverDrawing>;
}

/** Shows the picture as it will be, and a frame around each box. */
export function CoverCanvas({ picture, drawing }: Props) {
  const { t } = useTranslation();
  const canvas = useRef<HTMLCanvasElement>(null);
  const scale = Math.min(1, maxSidePx / Math.max(picture.width, picture.height));
  const [width, height] = [Math.round(picture.width * scale), Math.round(picture.height * scale)];
  const { covers, replace, pointerEvents } = drawing;
  useEffect(() => {
    canvas.current?.getContext('2d')?.drawImage(drawCovered(picture.source, { width, height }, covers), 0, 0);
  }, [picture, width, height, covers]);
  return (
    // The picture does not mirror with the direction of the text, and neither do positions in it.
    <div
      className={classes['frame']}
      dir="ltr"
      style={{ '--ratio': width / height } as CSSProperties}
      {...pointerEvents}
    >
      <canvas
        ref={canvas}
        className={classes['canvas']}
        width={width}
        height={height}
        // A canvas has no role of its own.
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
        role="img"
        aria-label={t('photoCover.picture', { number: covers.length })}
      />
      {covers.map((cover, index) =>
        cover.shape === 'box' ? (
          <BoxHandle
            // Boxes have no identity of their own; their order does not change.
            // oxlint-disable-next-line react/no-array-index-key
            key={index}
            index={index}
            box={cover}
            onChange={(changed) => replace(index, changed)}
          />
        ) : null,
      )}
    </div>
  );
}

interface BoxProps {
  index: number;
  box: BoxCover;
  /** Null removes the box. */
  onChange: (box: PictureCover | null) => void;
}

function BoxHandle({ index, box, onChange }: BoxProps) {
  const { t } = useTranslation();
  const press = (event: KeyboardEvent) => {
    const arrow = arrows[event.key];
    if (arrow) onChange(event.shiftKey ? resizeBox(box, ...arrow) : moveBox(box, ...arrow));
    else if (event.key === 'Delete' || event.key === 'Backspace') onChange(null);
    else return;
    event.preventDefault();
  };
  return (
    <button
      type="button"
      className={classes['box']}
      data-box={index}
      aria-label={t('photoCover.box', { number: index + 1 })}
      aria-keyshortcuts="ArrowLeft ArrowRight ArrowUp ArrowDown Delete"
      title={t('photoCover.boxHint')}
      style={{
        left: `${box.x * 100}%`,
        top: `${box.y * 100}%`,
        width: `${box.width * 100}%`,
        height: `${box.height * 100}%`,
      }}
      onKeyDown={press}
    />
  );
}
