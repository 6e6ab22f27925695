import { useConfig } from '../../../api/config.ts';
import classes from './site-logo.module.css';

/** The logo of the deployment, or the Waypost logo, with the name as alternative text. Hidden on phones. */
export function SiteLogo() {
  const { site } = useConfig();
  return (
    <div className={classes['logo']} title={site.name || 'Waypost'}>
      <img src={site.image_header || '/favicon.svg'} alt={site.name || 'Waypost'} width={40} height={40} />
    </div>
  );
}
