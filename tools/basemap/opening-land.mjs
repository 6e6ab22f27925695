/**
 * The land in a few kilobytes, for the map's first picture, which is drawn before the map engine is loaded
 * (`apps/web/src/blocks/map-canvas/opening/`): an SVG path in Web Mercator, the world `worldUnits` wide and high.
 */
import { unrollGeometry } from './geometry.mjs';

/** Eight for each pixel of the world at zoom 0. */
const worldUnits = 4096;
/** The opening map covers Antarctica, as the map itself does where there is room. */
const northOfAntarctica = -60;

const toUnits = ([lon, lat]) => {
  const sine = Math.sin((lat * Math.PI) / 180);
  const y = 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI);
  return [Math.round((lon / 360 + 0.5) * worldUnits), Math.round(y * worldUnits)];
};

/** Adds a step to a list, or lengthens the last one if it goes on in the same direction. */
function joinStep(steps, [x, y]) {
  const [lastX, lastY] = steps.at(-1) ?? [0, 0];
  if (lastX * y === lastY * x && lastX * x + lastY * y > 0) steps.splice(-1, 1, [lastX + x, lastY + y]);
  else steps.push([x, y]);
  return steps;
}

/** @returns the steps from the start of a ring along its outline; null if it is smaller than a unit */
function listSteps(ring) {
  const points = ring.map(toUnits);
  const steps = points
    .slice(1)
    .map(([x, y], i) => [x - points[i][0], y - points[i][1]])
    .filter(([x, y]) => x !== 0 || y !== 0)
    .reduce(joinStep, []);
  // The end of a closed path leads back to its start.
  return steps.length < 3 ? null : [points[0], ...steps.slice(0, -1)];
}

/** Each ring starts at a step from the start of the one before. */
function toPath(rings) {
  let [x, y] = [0, 0];
  return rings
    .map(([start, ...steps]) => {
      const move = [start[0] - x, start[1] - y];
      [x, y] = start;
      return `m${[move, ...steps].flat().join(' ').replaceAll(' -', '-')}z`;
    })
    .join('');
}

/**
 * @param {object} geometry GeoJSON MultiPolygon of the land
 * @returns {{ worldUnits: number, path: string }}
 */
export function buildOpeningLand(geometry) {
  const rings = unrollGeometry(geometry).coordinates.flat();
  const shown = rings.filter((ring) => ring.some(([, lat]) => lat > northOfAntarctica));
  return { worldUnits, path: toPath(shown.map(listSteps).filter((steps) => steps !== null)) };
}
