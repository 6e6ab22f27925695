/** The map under every screen of `_map`: mounted once. */
export function MapGround() {
  return null;
}
