/** Layout with the map in the background: the screen is a panel beside it on desktop, and a sheet over it on a phone. */
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

interface MapLayoutProps {
  /** Mounted once, kept across all screens of this layout. */
  map: ReactNode;
  layout: LayoutOptions;
  /** Changes with the screen; the sheet then takes the initial height of the screen. */
  screenKey: string;
  children: ReactNode;
}

export function MapLayout({ map, layout: wish, screenKey: screen, children }: MapLayoutProps) {
  const { t } = useTranslation();
  const phone = useIsPhone();
  // The panel is hidden for one screen only.
  const [closedOn, setClosedOn] = useState<string | null>(null);
  const closed = closedOn === screen;
  const [sheet, setSheet] = useState<{ screen: string; height: SheetHeight }>({
    screen,
    height: wish.phoneSheetHeight,
  });
  const isDrawing = useIsDrawingCircle();
  const wished = sheet.screen === screen ? sheet.height : wish.phoneSheetHeight;
  // The map must be visible while somebody draws on it.
  const height = isDrawing ? 'peek' : wished;
  const dialog = wish.desktop === 'dialog';
  return (
    <div className={classes['layout']} data-desk={wish.desktop} data-closed={closed || undefined}>
      <div className={classes['map']}>{map}</div>
      {dialog && <main id={contentId}>{children}</main>}
      {!dialog && phone && (
        <Sheet
          maxFraction={wish.maxSheetFraction ?? 1}
          height={height}
          onHeightChange={(height) => setSheet({ screen, height })}
        >
          <main id={contentId} tabIndex={-1} data-quiet-focus className={classes['content']}>
            {children}
          </main>
        </Sheet>
      )}
      {!dialog && !phone && (
        <div className={classes['panel']}>
          <main id={contentId} tabIndex={-1} data-quiet-focus className={classes['content']} hidden={closed}>
            {children}
          </main>
          <button
            type="button"
            className={classes['fold']}
            aria-expanded={!closed}
            aria-controls={contentId}
            aria-label={t(closed ? 'nav.openPanel' : 'nav.closePanel')}
            onClick={() => setClosedOn(closed ? null : screen)}
          >
            <Icon icon={closed ? IconChevronRight : IconChevronLeft} size={18} />
          </button>
        </div>
      )}
    </div>
  );
}
