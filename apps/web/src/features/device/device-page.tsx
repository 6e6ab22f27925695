/** What is on this device: reports that wait, areas that are kept, and the app itself. */
import { useTranslation } from 'react-i18next';
import { useLoadedWords } from '../../ui/i18n.ts';
import '../../blocks/device/device-words.ts';
import { useScreenOwner } from '../../api/session.ts';
import { ownerOf } from '../../blocks/device/cache-names.ts';
import { Panel } from '../../ui/panel.tsx';
import { ScreenTitle } from '../../ui/screen-title.tsx';
import { AppSection } from './app-section.tsx';
import { AreasSection } from './areas-section.tsx';
import classes from './device-page.module.css';
import { WaitingSection } from './waiting-section.tsx';

/** @param at where the map is: `lat,lon,zoom` */
export function DevicePage({ at }: { at: string | undefined }) {
  useLoadedWords();
  const { t } = useTranslation();
  const owner = ownerOf(useScreenOwner()?.id);
  return (
    <Panel head={<ScreenTitle title={t('device.title')} />}>
      <div className={classes['page']}>
        <WaitingSection owner={owner} />
        <AreasSection key={owner} owner={owner} at={at} />
        <AppSection />
      </div>
    </Panel>
  );
}
