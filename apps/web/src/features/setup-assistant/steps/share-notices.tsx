/** What somebody who shares the link has to know. */
import { Alert } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheckFilled, IconInfoCircle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { isPrivateDeployment, useConfig } from '../../../api/config.ts';
import { Icon } from '../../../ui/display/icon.tsx';
import { ButtonLink } from '../../../ui/navigation/button-link.tsx';
import classes from '../setup-page.module.css';

/** Whether an address leads to the reader's own computer for everybody. */
const isLoopback = (hostname: string): boolean =>
  hostname === 'localhost' || hostname.endsWith('.localhost') || /^127\.|^\[::1\]$/.test(hostname);

/** The notices: that a report has arrived, that only people with an account may answer, that nobody else can open the address. */
export function ShareNotices({ hasReport }: { hasReport: boolean }) {
  const { t } = useTranslation();
  const isPrivate = isPrivateDeployment(useConfig());
  return (
    <>
      {hasReport && (
        <Alert
          color="green"
          variant="light"
          title={t('setup.step.share.arrived')}
          icon={<Icon icon={IconCircleCheckFilled} />}
        >
          <div className={classes['actions']}>
            <ButtonLink to="/review" variant="default">
              {t('setup.step.share.review')}
            </ButtonLink>
            <ButtonLink to="/views/map" variant="default">
              {t('setup.step.share.map')}
            </ButtonLink>
          </div>
        </Alert>
      )}
      {isLoopback(window.location.hostname) && (
        <Alert color="yellow" variant="light" icon={<Icon icon={IconAlertTriangle} />}>
          {t('setup.step.share.loopback', { host: window.location.host })}
        </Alert>
      )}
      {isPrivate && (
        <Alert variant="light" icon={<Icon icon={IconInfoCircle} />}>
          {t('survey.share.private')}
        </Alert>
      )}
    </>
  );
}
