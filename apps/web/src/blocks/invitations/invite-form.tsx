/** Invites somebody to the team: by mail, or by a link that is passed on. */
import { Button, NativeSelect, SegmentedControl, TextInput } from '@mantine/core';
import '@mantine/core/styles/FloatingIndicator.layer.css';
import '@mantine/core/styles/SegmentedControl.layer.css';
import { limits } from '@waypost/contract/common/limits';
import { builtInRoles } from '@waypost/contract/common/permissions';
import {
  type CreatedInvitation,
  createInvitation,
  LinkInvitationForm,
  MailInvitationForm,
} from '@waypost/contract/users/invitations';
import type { Role, standardRoles } from '@waypost/contract/users/roles';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatErrorMessages } from '../../api/error-text.ts';
import { useCall } from '../../api/use-call.ts';
import { ProblemAlert } from '../../ui/feedback/problem-alert.tsx';
import { ErrorState, ListSkeleton } from '../../ui/feedback/screen-states.tsx';
import { EmailField } from '../../ui/form/email-field.tsx';
import { useContractForm } from '../contract-form/use-contract-form.ts';
import { getRoleDisplayName, useRoles } from '../roles/use-roles.ts';
import { InvitationLink } from './invitation-link.tsx';
import classes from './invitations.module.css';

/** Days that can be chosen until an invitation expires. */
const expiryChoices = [1, 7, 30, 90];

/** The ways of an invitation. */
const ways = ['mail', 'link'] as const;
type Way = (typeof ways)[number];

interface Props {
  /** The way unless another is chosen. */
  defaultWay?: Way;
  onInvited?: (invitation: CreatedInvitation) => void;
}

/** The role that most new people of a team have, if the deployment has it and the viewer may give it. */
const usualRole = 'reviewer' satisfies (typeof standardRoles)[number]['name'];

/** The form, and the link of the invitation that was created last. */
export function InviteForm({ defaultWay = 'mail', onInvited }: Props) {
  const { t } = useTranslation();
  const [way, setWay] = useState<Way>(defaultWay);
  const { data, error, refetch } = useRoles();
  const [created, setCreated] = useState<CreatedInvitation | null>(null);
  const show = (invitation: CreatedInvitation) => {
    setCreated(invitation);
    onInvited?.(invitation);
  };
  return (
    <div className={classes['form']}>
      <SegmentedControl
        aria-label={t('invitation.way.label')}
        value={way}
        onChange={(value) => setWay(ways.find((it) => it === value) ?? 'mail')}
        data={ways.map((value) => ({ value, label: t(`invitation.way.${value}`) }))}
        size="md"
      />
      {data && (
        <InvitationFields
          key={way}
          way={way}
          roles={data.results.filter((role) => role.may_give !== false)}
          onInvited={show}
        />
      )}
      {!data && error && <ErrorState messages={formatErrorMessages(error)} onRetry={() => void refetch()} />}
      {!data && !error && <ListSkeleton rows={2} height={72} />}
      {created && (
        <InvitationLink
          key={created.id}
          path={`/invitation/${created.token}`}
          email={created.email}
          delivery={created.delivery}
        />
      )}
    </div>
  );
}

interface FieldsProps {
  way: Way;
  roles: readonly Role[];
  onInvited: (created: CreatedInvitation) => void;
}

/** keys: invitation.way.* */
function InvitationFields({ way, roles, onInvited }: FieldsProps) {
  const { t } = useTranslation();
  const create = useCall(createInvitation);
  const isMail = way === 'mail';
  const { field, form, submit, problem, isBusy } = useContractForm({
    schema: isMail ? MailInvitationForm : LinkInvitationForm,
    initialValues: {
      email: '',
      role: roles.find(({ name }) => name === usualRole)?.name ?? builtInRoles.member,
      max_uses: String(limits.invitations.uses.default),
      expires_in_days: String(limits.invitations.days.default),
    },
    labels: {
      email: t('field.email'),
      role: t('field.role'),
      max_uses: t('invitation.uses'),
      expires_in_days: t('invitation.expiry'),
    },
    async submitValues(body) {
      onInvited(await create.mutateAsync({ body }));
      form.setFieldValue('email', '');
    },
  });
  return (
    <form noValidate onSubmit={submit} className={classes['form']}>
      <ProblemAlert text={problem} />
      {isMail && <EmailField {...field('email')} required autoComplete="off" />}
      <div className={classes['pair']}>
        <NativeSelect
          {...field('role')}
          size="md"
          data={roles.map((role) => ({ value: role.name, label: getRoleDisplayName(role, t) }))}
        />
        <NativeSelect
          {...field('expires_in_days')}
          size="md"
          data={expiryChoices.map((count) => ({
            value: String(count),
            label: t('invitation.days', { count }),
          }))}
        />
        {!isMail && (
          <TextInput
            {...field('max_uses')}
            size="md"
            inputMode="numeric"
            description={t('invitation.usesHint', { max: limits.invitations.uses.max })}
            autoComplete="off"
            dir="ltr"
          />
        )}
      </div>
      <div>
        <Button type="submit" size="md" loading={isBusy}>
          {t(isMail ? 'invitation.send' : 'invitation.createLink')}
        </Button>
      </div>
    </form>
  );
}
