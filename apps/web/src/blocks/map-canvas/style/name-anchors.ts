/** Where names of settlements stand, so that they move aside of pins and of one another. */

/** The side of a name that is at its point, and where the name then is: 1 to the right, 1 below. */
const sides = [
  ['left', 1, 0],
  ['right', -1, 0],
  ['top', 0, 1],
  ['bottom', 0, -1],
  ['top-left', 0.7, 0.7],
  ['top-right', -0.7, 0.7],
  ['bottom-left', 0.7, -0.7],
  ['bottom-right', -0.7, -0.7],
] as const;

/** Anchors of a name around its point, in the order in which they are tried. @param distances from the point, in ems */
export const buildNameAnchors = (...distances: readonly number[]): (string | [number, number])[] =>
  distances.flatMap((distance) =>
    sides.flatMap(([side, x, y]): [string, [number, number]] => [side, [x * distance, y * distance]]),
  );
