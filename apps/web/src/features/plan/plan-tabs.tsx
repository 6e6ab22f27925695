import '@mantine/core/styles/Tabs.layer.css';
import { Button, Tabs } from '@mantine/core';
import { freeBasicMaxBudget, type PlanName, planNames, signUpTiers } from '@waypost/contract/settings/plans';
import { useTranslation } from 'react-i18next';
import { useConfig } from '../../api/config.ts';
import { pageSettings } from '../../api/page-settings.ts';
import { useAccount } from '../../api/session.ts';
import { FormSection } from '../../ui/form/form-section.tsx';
import { resolveFormatLocale } from '../../ui/i18n/format-locale.ts';
import { PlanContact } from './plan-contact.tsx';
import { planFactNames, usePlanFacts } from './plan-facts.ts';
import classes from './plan-page.module.css';
import { buildSignUpUrl } from './sign-up-url.ts';

/** The four plans, each with what it holds and the way to get it. keys: plan.name.* plan.about.* plan.fact.* */
export function PlanTabs() {
  const { t } = useTranslation();
  const { site } = useConfig();
  const open: PlanName = site.tier === signUpTiers.demo ? 'basic' : 'demo';
  return (
    <FormSection title={t('plan.all')}>
      {/* All stay drawn, so that what is typed in one survives a look at another. */}
      <Tabs defaultValue={open}>
        <Tabs.List mb="md">
          {planNames.map((name) => (
            <Tabs.Tab key={name} value={name}>
              {t(`plan.name.${name}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {planNames.map((name) => (
          <Tabs.Panel key={name} value={name}>
            <Plan name={name} />
          </Tabs.Panel>
        ))}
      </Tabs>
    </FormSection>
  );
}

function Plan({ name }: { name: PlanName }) {
  const { t, i18n } = useTranslation();
  const facts = usePlanFacts()(name);
  const budget = new Intl.NumberFormat(resolveFormatLocale(i18n.language), {
    style: 'currency',
    currency: 'USD',
    maximumFractionDigits: 0,
  }).format(freeBasicMaxBudget);
  return (
    <div className={classes['plan']}>
      <p className={classes['text']}>{t(`plan.about.${name}`)}</p>
      <dl className={classes['limits']}>
        {planFactNames.flatMap((fact) =>
          facts[fact] === null
            ? []
            : [
                <div key={fact}>
                  <dt>{t(`plan.fact.${fact}`)}</dt>
                  <dd>{facts[fact]}</dd>
                </div>,
              ],
        )}
      </dl>
      {name === 'demo' || name === 'basic' ? (
        <SignUp tier={signUpTiers[name]} />
      ) : (
        <PlanContact plan={name} title={t('plan.ask')} />
      )}
      {name === 'basic' && (
        <>
          <p className={classes['text']}>{t('plan.freeBasic', { budget })}</p>
          <PlanContact plan="free-basic" title={t('plan.applyFree')} />
        </>
      )}
    </div>
  );
}

function SignUp({ tier }: { tier: string }) {
  const { t } = useTranslation();
  const { site } = useConfig();
  const email = useAccount()?.email ?? '';
  const address = pageSettings.plans.signUp;
  if (site.tier === tier) return <p className={classes['subscribed']}>{t('plan.subscribed')}</p>;
  if (address === null) return <p className={classes['text']}>{t('plan.operator')}</p>;
  return (
    <div>
      <Button
        component="a"
        size="md"
        href={buildSignUpUrl(address, { hostname: location.hostname, username: email, tier })}
      >
        {t('plan.signUp')}
      </Button>
    </div>
  );
}
