/** Layout options of a screen over the map, declared by its route (`staticData: { layout: … }`). */
import type { FeatureName } from '../../../blocks/feature-notice/features.ts';
import type { SheetHeight } from '../../../ui/layout/sheet.tsx';

/** How a screen is laid out over the map. */
export interface LayoutOptions {
  /**
   * `panel`: 400 px beside the map. `wide`: list and detail side by side. `widest`: a table, with a strip of the map visible.
   * `dialog`: the screen is a dialog over the map.
   */
  desktop: 'panel' | 'wide' | 'widest' | 'dialog';
  /** Initial height of the sheet on a phone. */
  phoneSheetHeight: SheetHeight;
  /** Largest fraction of the screen that the sheet covers. spec 1 §9 has two thirds for screens that accompany the map. */
  maxSheetFraction?: number;
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    layout?: LayoutOptions;
    /** Without navigation, for embedded pages. */
    isFrameless?: boolean;
    /** When the plan of the deployment lacks this feature, the screen says so instead (spec 2 §2, "view-unavailable page"). */
    feature?: FeatureName;
  }
}

/** Layout of screens that do not declare one. */
export const defaultLayout: LayoutOptions = { desktop: 'panel', phoneSheetHeight: 'half' };
/** Layout of screens that are dialogs. */
export const dialogLayout: LayoutOptions = { desktop: 'dialog', phoneSheetHeight: 'peek' };
