import { useConfig } from '../../../api/config.ts';
import classes from './site-logo.module.css';

/** The deployment's logo, or ours, with its name for those who cannot see it. Not on a phone, where room is short. */
export function SiteLogo() {
  const { site } = useConfig();
  return (
    <div className={classes['logo']} title={site.name || 'Waypost'}>
      <img src={site.image_header || '/favicon.svg'} alt={site.name || 'Waypost'} width={40} height={40} />
    </div>
  );
}
