/** The page about the deployment: what the map is for, how to report, who sees what, and whom to ask. */
import '../../ui/i18n/about-labels.ts';
import { useTranslation } from 'react-i18next';
import { isPrivateDeployment, useConfig } from '../../api/config.ts';
import { useIsLoginRequired } from '../../api/session.ts';
import { getLanguageName, languages, useLoadedTranslations } from '../../ui/i18n/i18n.ts';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { ButtonLink } from '../../ui/navigation/button-link.tsx';
import { TextLink } from '../../ui/navigation/text-link.tsx';
import classes from './about-page.module.css';

/** Renders the page for visitors and members alike. */
export function AboutPage() {
  useLoadedTranslations();
  const { t, i18n } = useTranslation();
  const config = useConfig();
  const { site } = config;
  const isLoginRequired = useIsLoginRequired();
  const siteName = site.name || 'Waypost';
  return (
    <div className={classes['page']}>
      {site.image_header && <img src={site.image_header} alt="" className={classes['logo']} />}
      <PageHeader crumbs={[]} title={t('about.title', { site: siteName })} />
      <p className={classes['description']} dir="auto">
        {site.description || t('about.none')}
      </p>
      {!isLoginRequired && (
        <section>
          <p>{t('about.reportText')}</p>
          <div className={classes['actions']}>
            <ButtonLink to="/posts/create">{t('about.report')}</ButtonLink>
            <ButtonLink to="/views/map" variant="default">
              {t('about.map')}
            </ButtonLink>
          </div>
          <p>
            <TextLink to="/receipt">{t('about.receipt')}</TextLink>
          </p>
        </section>
      )}
      <section>
        <h2>{t('about.audience')}</h2>
        <p>{t(isPrivateDeployment(config) ? 'about.private' : 'about.public')}</p>
        <p>{t('about.contacts')}</p>
      </section>
      {site.email && (
        <section>
          <h2>{t('about.contact')}</h2>
          <a href={`mailto:${site.email}`} dir="ltr" className={classes['email']}>
            {site.email}
          </a>
        </section>
      )}
      {site.data_license && (
        <section>
          <h2>{t('about.licence')}</h2>
          <p dir="auto">{site.data_license}</p>
        </section>
      )}
      <section>
        <h2>{t('about.languages')}</h2>
        <p>
          {new Intl.ListFormat(i18n.language, { type: 'unit' }).format(
            languages.map((tag) => getLanguageName(tag)),
          )}
        </p>
      </section>
    </div>
  );
}
