/** Where to get an extract of the area. keys: setup.step.map.* */
import { Anchor } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../../../ui/display/icon.tsx';
import classes from './map-step.module.css';

const sites = [
  { name: 'geofabrik', address: 'https://download.geofabrik.de' },
  { name: 'bbbike', address: 'https://extract.bbbike.org' },
] as const;

/** A sentence with the usual sites. */
export function ExtractSites() {
  const { t } = useTranslation();
  return (
    <div className={classes['sites']}>
      <p>{t('setup.step.map.get')}</p>
      <ul>
        {sites.map(({ name, address }) => (
          <li key={name}>
            <Anchor href={address} target="_blank" rel="noopener noreferrer" underline="always">
              {t(`setup.step.map.${name}`)}
            </Anchor>{' '}
            <Icon icon={IconExternalLink} size={16} />
          </li>
        ))}
      </ul>
    </div>
  );
}
