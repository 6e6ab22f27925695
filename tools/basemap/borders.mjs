/**
 * Land borders, split into agreed lines (solid) and contested ones (dashed).
 *
 * The source shows control on the ground. Its lines are not changed, but a line that a party concerned or the United Nations
 * does not recognise as a border is dashed. The list and its limits are explained in docs/decisions/0004-contested-borders.md; change both together.
 */

/**
 * Pairs of neighbours, by the source's English names, whose common line is contested. `part` limits
 * the rule to a section of the line; it is evaluated at the middle of each piece of the line.
 */
export const CONTESTED = [
  { between: ['Russia', 'Ukraine'], part: (lon, lat) => lat < 46.4 && lon < 35.5 }, // the Isthmus of Perekop
  { between: ['India', 'Pakistan'], part: (lon, lat) => lat > 32.4 && lon > 73.5 }, // Jammu and Kashmir
  { between: ['India', 'China'] },
  { between: ['Pakistan', 'China'] },
  { between: ['Siachen Glacier', 'India'] },
  { between: ['Siachen Glacier', 'Pakistan'] },
  { between: ['Siachen Glacier', 'China'] },
  { between: ['Israel', 'Palestine'] },
  { between: ['Israel', 'Syria'] },
  { between: ['Cyprus', 'Cyprus U.N. Buffer Zone'] },
  { between: ['N. Cyprus', 'Cyprus U.N. Buffer Zone'] },
  { between: ['Serbia', 'Kosovo'] },
  { between: ['Morocco', 'W. Sahara'] },
  { between: ['Somalia', 'Somaliland'] },
  { between: ['Sudan', 'S. Sudan'] },
  { between: ['Sudan', 'Egypt'], part: (lon) => lon > 31.3 }, // Hala'ib and Bir Tawil
  { between: ['Kenya', 'S. Sudan'] }, // Ilemi
  { between: ['Guyana', 'Venezuela'] },
  { between: ['North Korea', 'South Korea'] },
];

/** Leased, military or special areas inside one state: their outline is no border between states. */
const NO_BORDER = new Set(['Akrotiri', 'Baikonur', 'Dhekelia', 'Hong Kong', 'Macao', 'USNB Guantanamo Bay']);

const pairKey = (a, b) => (a < b ? `${a}|${b}` : `${b}|${a}`);
const rulesByPair = new Map(CONTESTED.map((rule) => [pairKey(...rule.between), rule.part ?? (() => true)]));

/**
 * @param topojson the topojson-client package
 * @param topology world-atlas countries
 * @returns {{agreed: object, contested: object}} two MultiLineString geometries
 */
export function splitBorders(topojson, topology) {
  const nameOf = (geometry) => geometry.properties.name;
  const mesh = (wanted) =>
    topojson.mesh(topology, topology.objects.countries, (a, b) => {
      if (a === b || NO_BORDER.has(nameOf(a)) || NO_BORDER.has(nameOf(b))) return false;
      return wanted(pairKey(nameOf(a), nameOf(b)));
    });
  const agreed = mesh((pair) => !rulesByPair.has(pair));
  const contested = { type: 'MultiLineString', coordinates: [] };
  for (const [pair, isContested] of rulesByPair) {
    const lines = mesh((candidate) => candidate === pair).coordinates;
    if (lines.length === 0) throw new Error(`The source has no line for the contested border ${pair}.`);
    for (const line of lines) {
      for (const piece of cutWhere(line, isContested)) {
        (piece.contested ? contested : agreed).coordinates.push(piece.line);
      }
    }
  }
  return { agreed, contested };
}

/** Cuts a line into the longest pieces that are completely inside or outside the contested part. */
function cutWhere(line, isContested) {
  const pieces = [];
  for (let i = 1; i < line.length; i++) {
    const [a, b] = [line[i - 1], line[i]];
    const contested = isContested((a[0] + b[0]) / 2, (a[1] + b[1]) / 2);
    const last = pieces.at(-1);
    if (last?.contested === contested) last.line.push(b);
    else pieces.push({ contested, line: [a, b] });
  }
  return pieces;
}
