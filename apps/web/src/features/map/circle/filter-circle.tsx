import { useIsDrawingCircle } from '../../../blocks/map-circle/circle-drawing-mode.ts';
import { parseCircle } from '../../../blocks/map-circle/circle-geometry.ts';
import { MapCircle } from '../../../blocks/map-circle/map-circle.tsx';
import { fallbackRadiusKm } from '../../../blocks/post-search/post-query.ts';
import type { PostSearch } from '../../../blocks/post-search/post-search.ts';

/** The circle of the active filter on the map. */
export default function FilterCircle({ search }: { search: PostSearch }) {
  // Hidden while another circle is being drawn.
  const isDrawing = useIsDrawingCircle();
  const circle = parseCircle(search.center_point, search.within_km ?? fallbackRadiusKm);
  return circle && !isDrawing ? <MapCircle {...circle} /> : null;
}
