/** Answers for many points whether they are in a ring of very many points. */
import { computeBox, type Path, type WorldBox } from '../geometry/world.ts';

const maxBands = 8192;
/** Sides of a ring per band, roughly. */
const bandSides = 8;

/** A ring whose sides are sorted into horizontal bands. */
export class RingIndex {
  readonly #ring: Path;
  readonly #box: WorldBox;
  readonly #bands: number[][];

  constructor(ring: Path) {
    this.#ring = ring;
    this.#box = computeBox(ring);
    const count = Math.max(1, Math.min(maxBands, Math.floor(ring.length / 2 / bandSides)));
    this.#bands = Array.from({ length: count }, () => []);
    for (let index = 0; index + 3 < ring.length; index += 2) {
      const [one, other] = [this.#bandOf(ring[index + 1] ?? 0), this.#bandOf(ring[index + 3] ?? 0)];
      for (let band = Math.min(one, other); band <= Math.max(one, other); band++)
        this.#bands[band]?.push(index);
    }
  }

  #bandOf(y: number): number {
    const { top, bottom } = this.#box;
    const count = this.#bands.length;
    return Math.max(0, Math.min(count - 1, Math.floor(((y - top) / (bottom - top || 1)) * count)));
  }

  /** Whether a point is inside. */
  contains(x: number, y: number): boolean {
    const { left, right, top, bottom } = this.#box;
    if (x < left || x > right || y < top || y > bottom) return false;
    const ring = this.#ring;
    let isInside = false;
    for (const index of this.#bands[this.#bandOf(y)] ?? []) {
      const x1 = ring[index] ?? 0;
      const y1 = ring[index + 1] ?? 0;
      const x2 = ring[index + 2] ?? 0;
      const y2 = ring[index + 3] ?? 0;
      if (y1 > y !== y2 > y && x < ((x2 - x1) * (y - y1)) / (y2 - y1) + x1) isInside = !isInside;
    }
    return isInside;
  }
}
