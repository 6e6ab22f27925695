const equatorMetres = 40_075_017;

/**
 * A length on web maps, as a part of the width of the world.
 * @param metres on the ground
 * @param latitude degrees: the map is larger away from the equator
 */
export const toWorldLength = (metres: number, latitude: number): number =>
  metres / (equatorMetres * Math.cos((latitude * Math.PI) / 180));
