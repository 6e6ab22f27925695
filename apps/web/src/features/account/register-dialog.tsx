import { Stack, Text, TextInput } from '@mantine/core';
import { limits } from '@waypost/contract/common/limits';
import { RegistrationInput, register } from '@waypost/contract/users/registration';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../api/use-call.ts';
import { useContractForm } from '../../blocks/contract-form/use-contract-form.ts';
import { FormDialog } from '../../ui/dialog/form-dialog.tsx';
import { SaveActions } from '../../ui/dialog/save-actions.tsx';
import { ProblemAlert } from '../../ui/feedback/problem-alert.tsx';
import { EmailField } from '../../ui/form/email-field.tsx';
import { PasswordField } from '../../ui/form/password-field.tsx';
import { TextLink } from '../../ui/navigation/text-link.tsx';

/** A completed registration. It does not reveal whether the address had an account already. */
export interface Registered {
  email: string;
  /** Whether the mail to the owner of an existing account was sent. */
  ownerNotice: 'sent' | 'waiting' | undefined;
}

interface RegisterDialogProps {
  onCancel: () => void;
  /** Called when the account exists; nobody is logged in yet. @param registered for the login form that follows */
  onDone: (registered: Registered) => void;
}

/** Self-registration (spec 1 §5). */
export function RegisterDialog({ onCancel, onDone }: RegisterDialogProps) {
  const { t } = useTranslation();
  const create = useCall(register);
  const { field, submit, problem, isBusy } = useContractForm({
    schema: RegistrationInput,
    initialValues: { realname: '', email: '', password: '' },
    labels: { realname: t('field.realname'), email: t('field.email'), password: t('field.password') },
    // Sent by other servers of this API.
    errorTexts: { 'email.taken': t('register.taken') },
    validationFailedText: t('register.failed'),
    async submitValues(body) {
      const { owner_notice: ownerNotice } = await create.mutateAsync({ body });
      onDone({ email: body.email, ownerNotice });
    },
  });
  return (
    <FormDialog title={t('register.title')} onClose={onCancel}>
      <form noValidate onSubmit={submit}>
        <Stack>
          <ProblemAlert text={problem} />
          <TextInput
            {...field('realname')}
            description={t('register.nameHint')}
            data-autofocus
            size="md"
            autoComplete="name"
            dir="auto"
          />
          <EmailField {...field('email')} required />
          <PasswordField
            {...field('password')}
            description={t('account.passwordHint', limits.password)}
            autoComplete="new-password"
            required
          />
          <SaveActions label={t('register.submit')} onCancel={onCancel} isBusy={isBusy} />
          <Text>
            {t('register.hasAccount')} <TextLink to="/login">{t('login.title')}</TextLink>
          </Text>
        </Stack>
      </form>
    </FormDialog>
  );
}
