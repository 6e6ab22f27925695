/** The page of the device: waiting reports, stored areas, and the app. */
import { useTranslation } from 'react-i18next';
import { useLoadedTranslations } from '../../ui/i18n/i18n.ts';
import '../../blocks/device/device-labels.ts';
import { useScreenOwner } from '../../api/session.ts';
import { getCacheOwner } from '../../blocks/device/cache-names.ts';
import { Panel } from '../../ui/layout/panel.tsx';
import { ScreenTitle } from '../../ui/layout/screen-title.tsx';
import { AppSection } from './app-section.tsx';
import classes from './device-page.module.css';
import { ReportQueueSection } from './report-queue-section.tsx';
import { SavedAreasSection } from './saved-areas-section.tsx';

/** @param at position of the map: `lat,lon,zoom` */
export function DevicePage({ at }: { at: string | undefined }) {
  useLoadedTranslations();
  const { t } = useTranslation();
  const owner = getCacheOwner(useScreenOwner()?.id);
  return (
    <Panel header={<ScreenTitle title={t('device.title')} />}>
      <div className={classes['page']}>
        <ReportQueueSection owner={owner} />
        <SavedAreasSection key={owner} owner={owner} at={at} />
        <AppSection />
      </div>
    </Panel>
  );
}
