import { useTranslation } from 'react-i18next';
import { FormSection } from '../../ui/form/form-section.tsx';
import classes from './plan-page.module.css';

const explainedPermissions = [
  'manageUsers',
  'managePosts',
  'manageSettings',
  'import',
  'editOwnPosts',
] as const;

/** What people ask about plans: above all, what somebody may do who has a permission (spec 3 §2). keys: permission.* */
export function PlanQuestions() {
  const { t } = useTranslation();
  return (
    <FormSection title={t('plan.questions')}>
      <details className={classes['question']}>
        <summary>{t('plan.question.roles.title')}</summary>
        <p className={classes['text']}>{t('plan.question.roles.text')}</p>
        <dl className={classes['answers']}>
          {explainedPermissions.map((name) => (
            <div key={name}>
              <dt>{t(`permission.${name}.title`)}</dt>
              <dd>{t(`permission.${name}.text`)}</dd>
            </div>
          ))}
        </dl>
      </details>
      <details className={classes['question']}>
        <summary>{t('plan.question.trial.title')}</summary>
        <p className={classes['text']}>{t('plan.question.trial.text')}</p>
      </details>
      <details className={classes['question']}>
        <summary>{t('plan.question.change.title')}</summary>
        <p className={classes['text']}>{t('plan.question.change.text')}</p>
      </details>
    </FormSection>
  );
}
