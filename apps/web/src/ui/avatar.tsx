/** A small picture of a person, drawn here from their hash or name: nothing is fetched unless it is allowed. */
import classes from './avatar.module.css';

const cells = 5;

/** A number that is the same for the same text (FNV-1a). */
function numberOf(text: string): number {
  let hash = 0x81_1c_9d_c5;
  for (const letter of text) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01_00_01_93);
  return hash >>> 0;
}

/** Filled cells of a grid that mirrors its left half, as a face does. */
export function patternOf(text: string): { x: number; y: number }[] {
  const bits = numberOf(text);
  const half = Math.ceil(cells / 2);
  return Array.from({ length: half * cells }, (_, at) => ({ x: Math.floor(at / cells), y: at % cells, at }))
    .filter(({ at }) => (bits >>> at) & 1)
    .flatMap(({ x, y }) =>
      x === cells - 1 - x
        ? [{ x, y }]
        : [
            { x, y },
            { x: cells - 1 - x, y },
          ],
    );
}

interface AvatarProps {
  /** md5 of the lower-cased email address. */
  hash: string | null | undefined;
  name: string | null | undefined;
  /** Pixels. */
  size?: number;
  /** Whether the picture may be asked of Gravatar, which thereby learns who looks at whom. */
  remote?: boolean;
}

export function Avatar({ hash, name, size = 32, remote = false }: AvatarProps) {
  if (remote && hash) {
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
      {patternOf(hash || name || '').map(({ x, y }) => (
        <rect key={`${x} ${y}`} x={x} y={y} width={1} height={1} />
      ))}
    </svg>
  );
}
