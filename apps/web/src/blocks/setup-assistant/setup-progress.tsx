/** How far the set-up is, with a link to it, until everything is done or the list is put away. */
import type { Setup } from '@waypost/contract/setup-assistant/setup-assistant';
import { useTranslation } from 'react-i18next';
import { useHasPermission } from '../../api/session.ts';
import { ButtonLink } from '../../ui/navigation/button-link.tsx';
import classes from './setup-progress.module.css';
import { useSetup } from './use-setup.ts';

/** The bar with the number of steps that are done. */
export function SetupProgressBar({ steps }: Pick<Setup, 'steps'>) {
  const { t } = useTranslation();
  const done = steps.filter(({ state }) => state === 'done').length;
  const text = t('setup.progress', { done, count: steps.length });
  return (
    <span className={classes['progress']}>
      <progress max={steps.length} value={done} aria-label={text} />
      <span data-figures>{text}</span>
    </span>
  );
}

/** The card on the index of the settings. */
export function SetupProgressCard() {
  const { t } = useTranslation();
  const { data } = useSetup({ isNeeded: useHasPermission('Manage Settings') });
  if (!data || data.dismissed || data.steps.every(({ state }) => state !== 'open')) return null;
  return (
    <section className={classes['card']} aria-label={t('settings.entry.setup.title')}>
      <div className={classes['content']}>
        <strong>{t('settings.entry.setup.title')}</strong>
        <SetupProgressBar steps={data.steps} />
      </div>
      <ButtonLink to="/settings/setup" size="md">
        {t('setup.continue')}
      </ButtonLink>
    </section>
  );
}
