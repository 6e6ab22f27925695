/** A person's avatar, drawn from their hash or name: no picture is requested unless Gravatar is allowed. */
import classes from './avatar.module.css';

const gridSize = 5;

/** A number that is the same for the same text (FNV-1a). */
function hashText(text: string): number {
  let hash = 0x81_1c_9d_c5;
  for (const letter of text) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01_00_01_93);
  return hash >>> 0;
}

/** The filled cells of a symmetric identicon. */
export function computeIdenticonCells(text: string): { x: number; y: number }[] {
  const bits = hashText(text);
  const half = Math.ceil(gridSize / 2);
  return Array.from({ length: half * gridSize }, (_, at) => ({
    x: Math.floor(at / gridSize),
    y: at % gridSize,
    at,
  }))
    .filter(({ at }) => (bits >>> at) & 1)
    .flatMap(({ x, y }) =>
      x === gridSize - 1 - x
        ? [{ x, y }]
        : [
            { x, y },
            { x: gridSize - 1 - x, y },
          ],
    );
}

interface AvatarProps {
  /** md5 of the lower-cased email address. */
  hash: string | null | undefined;
  name: string | null | undefined;
  /** Pixels. */
  size?: number;
  /** Whether to load the picture from Gravatar, which thereby learns who looks at whose profile. */
  usesGravatar?: boolean;
}

/** The Gravatar picture or an identicon. */
export function Avatar({ hash, name, size = 32, usesGravatar = false }: AvatarProps) {
  if (usesGravatar && hash) {
    const src = `https://www.gravatar.com/avatar/${encodeURIComponent(hash)}?s=${size * 2}&d=identicon`;
    return (
      <img
        className={classes['avatar']}
        src={src}
        alt=""
        width={size}
        height={size}
        referrerPolicy="no-referrer"
      />
    );
  }
  return (
    <svg className={classes['avatar']} width={size} height={size} viewBox="-1 -1 7 7" aria-hidden="true">
      {computeIdenticonCells(hash || name || '').map(({ x, y }) => (
        <rect key={`${x} ${y}`} x={x} y={y} width={1} height={1} />
      ))}
    </svg>
  );
}
