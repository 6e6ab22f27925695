/** A note for the first visit: what the map is for and how to report. */
import '../../../ui/i18n/about-labels.ts';
import { ActionIcon } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useConfig } from '../../../api/config.ts';
import { useOpenSurveys } from '../../../blocks/report/use-open-surveys.ts';
import { Icon } from '../../../ui/display/icon.tsx';
import { useLoadedTranslations } from '../../../ui/i18n/i18n.ts';
import { TextLink } from '../../../ui/navigation/text-link.tsx';
import classes from './first-visit-note.module.css';

/** Renders the note. @param onDismiss called by its close button */
export default function FirstVisitNote({ onDismiss }: { onDismiss: () => void }) {
  useLoadedTranslations();
  const { t } = useTranslation();
  const { site } = useConfig();
  const { surveys } = useOpenSurveys();
  return (
    <aside className={classes['note']}>
      <div>
        {site.description && (
          <p className={classes['description']} dir="auto">
            {site.description}
          </p>
        )}
        <p>
          {/* While the server takes no reports, such as after a trial, there is no button to report. */}
          {surveys?.length !== 0 && `${t('about.welcome', { report: t('nav.report') })} `}
          <TextLink to="/about" inherit>
            {t('about.more')}
          </TextLink>
        </p>
      </div>
      <ActionIcon aria-label={t('about.dismiss')} onClick={onDismiss}>
        <Icon icon={IconX} size={18} />
      </ActionIcon>
    </aside>
  );
}
