import { planNames } from '@waypost/contract/settings/plans';
import { useTranslation } from 'react-i18next';
import { FormSection } from '../../ui/form/form-section.tsx';
import { planFactNames, usePlanFacts } from './plan-facts.ts';
import classes from './plan-page.module.css';

/** All plans side by side. keys: plan.name.* plan.fact.* */
export function PlanComparison() {
  const { t } = useTranslation();
  const factsOf = usePlanFacts();
  const facts = planNames.map((name) => ({ name, of: factsOf(name) }));
  return (
    <FormSection title={t('plan.compare')}>
      <table className={classes['table']}>
        <thead>
          <tr>
            <th scope="col">{t('plan.feature')}</th>
            {planNames.map((name) => (
              <th key={name} scope="col">
                {t(`plan.name.${name}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {planFactNames.map((fact) => (
            <tr key={fact}>
              <th scope="row">{t(`plan.fact.${fact}`)}</th>
              {facts.map(({ name, of }) => (
                <td key={name}>{of[fact] ?? t('plan.none')}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </FormSection>
  );
}
