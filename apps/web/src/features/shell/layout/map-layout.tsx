import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useIsDrawingCircle } from '../../../blocks/map-circle/circle-drawing-mode.ts';
import { useIsPhone } from '../../../ui/browser/use-is-phone.ts';
import { Icon } from '../../../ui/display/icon.tsx';
import { Sheet, type SheetHeight } from '../../../ui/layout/sheet.tsx';
import { contentId } from '../../../ui/navigation/skip-link.tsx';
import type { LayoutOptions } from './layout-options.ts';
import classes from './map-layout.module.css';
import { SiteHeader } from './site-header.tsx';

interface MapLayoutProps {
  /** Mounted once, kept across all screens of this layout. */
  map: ReactNode;
  layout: LayoutOptions;
  /** Changes with the screen; the sheet then takes the initial height of the screen. */
  screenKey: string;
  children: ReactNode;
}

/** Layout with the map in the background: the screen is a panel beside it on desktop, and a sheet over it on a phone. */
export function MapLayout({ map, layout, screenKey, children }: MapLayoutProps) {
  const { t } = useTranslation();
  const phone = useIsPhone();
  // The panel is hidden for one screen only.
  const [closedScreenKey, setClosedScreenKey] = useState<string | null>(null);
  const closed = closedScreenKey === screenKey;
  const [sheet, setSheet] = useState<{ screen: string; height: SheetHeight }>({
    screen: screenKey,
    height: layout.phoneSheetHeight,
  });
  const isDrawing = useIsDrawingCircle();
  const preferredHeight = sheet.screen === screenKey ? sheet.height : layout.phoneSheetHeight;
  // The map must be visible while somebody draws on it.
  const height = isDrawing ? 'peek' : preferredHeight;
  const dialog = layout.desktop === 'dialog';
  // Lists and forms on a phone need the room.
  const header = <SiteHeader hasNote={!phone || layout.phoneSheetHeight === 'peek'} />;
  const screen = (
    <div className={classes['layout']} data-desk={layout.desktop} data-closed={closed || undefined}>
      <div className={classes['map']}>{map}</div>
      {dialog && <main id={contentId}>{children}</main>}
      {!dialog && phone && (
        <Sheet
          maxFraction={layout.maxSheetFraction ?? 1}
          height={height}
          onHeightChange={(height) => setSheet({ screen: screenKey, height })}
        >
          <main id={contentId} tabIndex={-1} data-quiet-focus className={classes['content']}>
            {children}
          </main>
        </Sheet>
      )}
      {!dialog && !phone && (
        <div className={classes['panel']}>
          {!closed && header}
          <main id={contentId} tabIndex={-1} data-quiet-focus className={classes['content']} hidden={closed}>
            {children}
          </main>
          <button
            type="button"
            className={classes['fold']}
            aria-expanded={!closed}
            aria-controls={contentId}
            aria-label={t(closed ? 'nav.openPanel' : 'nav.closePanel')}
            onClick={() => setClosedScreenKey(closed ? null : screenKey)}
          >
            <Icon icon={closed ? IconChevronRight : IconChevronLeft} size={18} />
          </button>
        </div>
      )}
    </div>
  );
  return phone && !dialog ? (
    <div className={classes['phone']}>
      {header}
      {screen}
    </div>
  ) : (
    screen
  );
}
