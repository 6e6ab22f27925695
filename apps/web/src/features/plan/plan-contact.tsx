import { Button, TextInput } from '@mantine/core';
import { limits } from '@waypost/contract/common/limits';
import { PlanContactForm } from '@waypost/contract/settings/plans';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { pageSettings } from '../../api/page-settings.ts';
import { useContractForm } from '../../blocks/contract-form/use-contract-form.ts';
import { ProblemAlert } from '../../ui/feedback/problem-alert.tsx';
import { UnsavedChangesGuard } from '../../ui/form/unsaved-changes-guard.tsx';
import classes from './plan-page.module.css';

interface Props {
  /** What is asked for, as the form service is told. */
  plan: string;
  title: string;
}

/** Asking for a plan: name, email and phone, sent to the form service that the operator chose; without one, nothing is sent. */
export function PlanContact({ plan, title }: Props) {
  const { t } = useTranslation();
  const address = pageSettings.plans.contact;
  if (address === null) return <p className={classes['text']}>{t('plan.operator')}</p>;
  return <PlanRequestForm plan={plan} title={title} address={address} />;
}

function PlanRequestForm({ plan, title, address }: Props & { address: string }) {
  const { t } = useTranslation();
  const [isSent, setSent] = useState(false);
  const { form, field, submit, problem, isBusy, isValid } = useContractForm({
    schema: PlanContactForm,
    initialValues: { name: '', email: '', phone: '', organization: '' },
    labels: {
      name: t('field.name'),
      email: t('field.email'),
      phone: t('plan.phone'),
      organization: t('plan.organization'),
    },
    formatFailure: () => t('plan.notSent'),
    async submitValues(values) {
      const answer = await fetch(address, {
        method: 'POST',
        headers: { accept: 'application/json' },
        body: new URLSearchParams({ ...values, plan }),
        credentials: 'omit',
      });
      if (!answer.ok) throw new Error(`The form service answered ${answer.status}`);
      setSent(true);
    },
  });
  if (isSent) return <output className={classes['subscribed']}>{t('plan.sent')}</output>;
  const common = { size: 'md' as const, maxLength: limits.varchar };
  return (
    <form noValidate className={classes['contact']} onSubmit={submit}>
      <h3 className={classes['subheading']}>{title}</h3>
      <ProblemAlert text={problem} />
      <TextInput {...field('name')} {...common} required autoComplete="name" dir="auto" />
      <TextInput {...field('email')} {...common} required type="email" autoComplete="email" dir="ltr" />
      <TextInput {...field('phone')} {...common} required type="tel" autoComplete="tel" dir="ltr" />
      <TextInput {...field('organization')} {...common} autoComplete="organization" dir="auto" />
      <p className={classes['text']}>{t('plan.sentTo', { host: new URL(address).host })}</p>
      <div>
        <Button type="submit" size="md" loading={isBusy} disabled={!isValid()}>
          {t('plan.send')}
        </Button>
      </div>
      <UnsavedChangesGuard hasChanges={() => !isSent && form.isDirty()} />
    </form>
  );
}
