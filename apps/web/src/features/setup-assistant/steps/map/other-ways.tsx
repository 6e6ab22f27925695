/** What else can be done about the map: the list of maps, and maps of other services. */
import { Anchor } from '@mantine/core';
import { isOwnMap } from '@waypost/contract/settings/base-layers';
import { useTranslation } from 'react-i18next';
import { useConfig } from '../../../../api/config.ts';
import { TextLink } from '../../../../ui/navigation/text-link.tsx';
import classes from '../../setup-page.module.css';

/** The links. */
export function OtherWays({ hasMaps }: { hasMaps: boolean }) {
  const { t } = useTranslation();
  const { basemap = 'embedded' } = useConfig().map.default_view;
  const isExternal = !isOwnMap(basemap);
  return (
    <>
      <p className={classes['text']}>
        {t(hasMaps ? 'setup.step.map.manage' : 'setup.step.map.larger')}{' '}
        {hasMaps ? (
          <TextLink to="/settings/maps">{t('settings.entry.maps.title')}</TextLink>
        ) : (
          <Anchor href="/help/administrator/maps" target="_blank" underline="always">
            {t('maps.help')}
          </Anchor>
        )}
      </p>
      <p className={classes['text']}>
        {t(isExternal ? 'setup.step.map.external' : 'setup.step.map.orExternal')}{' '}
        <TextLink to="/settings/general" search={{ open: 'basemap', from: 'setup' }}>
          {t('setup.step.map.open')}
        </TextLink>
      </p>
    </>
  );
}
