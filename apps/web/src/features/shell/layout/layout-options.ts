/** How a screen over the map wants to be laid, declared by its route (`staticData: { layout: … }`). */
import type { FeatureName } from '../../../blocks/feature-notice/features.ts';
import type { SheetHeight } from '../../../ui/layout/sheet.tsx';

export interface LayoutOptions {
  /**
   * `panel`: 400 px beside the map. `wide`: list and detail side by side. `widest`: a table, which leaves the map
   * an edge. `dialog`: the screen brings its own window and
   * the map stays alone underneath.
   */
  desktop: 'panel' | 'wide' | 'widest' | 'dialog';
  /** Height of the phone's sheet on arrival. */
  phoneSheetHeight: SheetHeight;
  /** The most the sheet covers, as a part of the screen. Spec 1 §9 has two thirds for what only accompanies the map. */
  maxSheetFraction?: number;
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    layout?: LayoutOptions;
    /** Without modes around it: for maps embedded in other pages. */
    isFrameless?: boolean;
    /** Without it on the deployment's plan the screen says so instead (spec 2 §2, "view-unavailable page"). */
    feature?: FeatureName;
  }
}

export const defaultLayout: LayoutOptions = { desktop: 'panel', phoneSheetHeight: 'half' };
export const dialogLayout: LayoutOptions = { desktop: 'dialog', phoneSheetHeight: 'peek' };
