import { trialTiers } from '@waypost/contract/settings/settings';
import { exists } from 'i18next';
import { useTranslation } from 'react-i18next';
import { useConfig } from '../../api/config.ts';
import { featureNames, hasFeature } from '../../blocks/feature-notice/features.ts';
import { FormSection } from '../../ui/form/form-section.tsx';
import { resolveFormatLocale } from '../../ui/i18n/format-locale.ts';
import classes from './plan-page.module.css';

const limitNames = ['posts', 'forms', 'admin_users'] as const;

/** What the deployment's plan holds, and what it leaves out. keys: plan.tier.* feature.unavailable.* */
export function CurrentPlan() {
  const { t, i18n } = useTranslation();
  const { site, features } = useConfig();
  const tierKey = `plan.tier.${site.tier}`;
  const missing = featureNames.filter((name) => name !== 'views-plan' && !hasFeature(features, name));
  const ends = [site.expiration_date, site.extension_date].filter((it) => it !== undefined && it !== '');
  const end = ends.length > 0 ? new Date(Math.max(...ends.map((it) => Date.parse(it ?? '')))) : null;
  const isTrial = trialTiers.includes(site.tier);
  return (
    <FormSection title={t('plan.current')}>
      <p className={classes['tier']} dir="auto">
        {exists(tierKey) ? t(tierKey as never) : site.tier}
      </p>
      {isTrial && end && !Number.isNaN(end.getTime()) && (
        <p className={classes['text']}>
          {t('plan.ends', {
            date: new Intl.DateTimeFormat(resolveFormatLocale(i18n.language), { dateStyle: 'long' }).format(
              end,
            ),
          })}
        </p>
      )}
      <dl className={classes['limits']}>
        {limitNames.map((name) => {
          const limit = features.limits[name];
          return (
            <div key={name}>
              <dt>{t(`plan.limit.${name}`)}</dt>
              <dd>{limit === true ? t('plan.noLimit') : t('plan.most', { count: limit })}</dd>
            </div>
          );
        })}
      </dl>
      <h3 className={classes['subheading']}>{t('plan.missing')}</h3>
      {missing.length === 0 ? (
        <p className={classes['text']}>{t('plan.nothingMissing')}</p>
      ) : (
        <ul className={classes['missingFeatures']}>
          {missing.map((name) => (
            <li key={name}>{t(`feature.unavailable.${name}`)}</li>
          ))}
        </ul>
      )}
    </FormSection>
  );
}
