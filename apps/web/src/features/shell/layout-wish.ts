/** How a screen over the map wants to be laid, declared by its route (`staticData: { layout: … }`). */
import type { FeatureName } from '../../blocks/feature-notice/features.ts';
import type { SheetHeight } from '../../ui/sheet.tsx';

export interface LayoutWish {
  /**
   * `panel`: 400 px beside the map. `wide`: list and detail side by side. `widest`: a table, which leaves the map
   * an edge. `dialog`: the screen brings its own window and
   * the map stays alone underneath.
   */
  desk: 'panel' | 'wide' | 'widest' | 'dialog';
  /** Height of the phone's sheet on arrival. */
  phone: SheetHeight;
  /** The most the sheet covers, as a part of the screen. Spec 1 §9 has two thirds for what only accompanies the map. */
  most?: number;
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    layout?: LayoutWish;
    /** Without modes around it: for maps embedded in other pages. */
    bare?: boolean;
    /** Without it on the deployment's plan the screen says so instead (spec 2 §2, "view-unavailable page"). */
    feature?: FeatureName;
  }
}

export const usualWish: LayoutWish = { desk: 'panel', phone: 'half' };
export const dialogWish: LayoutWish = { desk: 'dialog', phone: 'peek' };
