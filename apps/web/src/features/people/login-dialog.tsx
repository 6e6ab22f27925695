import { Alert, Button, Group, Modal, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isApiError } from '../../api/api-error.ts';
import { problemText } from '../../api/fault-text.ts';
import { login } from '../../api/session.ts';
import { announce } from '../../ui/announcer.tsx';
import { Icon } from '../../ui/icon.tsx';
import { usePageTitle } from '../../ui/screen-title.tsx';

interface LoginDialogProps {
  /** Absent on a private site, where there is nothing behind the dialog (spec 1 §2). */
  onCancel?: () => void;
  onDone: () => void;
  /** Why it opened by itself: somebody was logged out, or came to a place that needs an account. */
  reason?: string;
}

/** Email and password for a token (spec 1 §4). What was typed stays when it fails. */
export function LoginDialog({ onCancel, onDone, reason }: LoginDialogProps) {
  const { t } = useTranslation();
  usePageTitle(t('login.title'));
  const [problem, setProblem] = useState<string | null>(null);
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { email: '', password: '' },
    validate: {
      email: (it) => (it.trim() === '' ? t('fault.required', { label: t('field.email') }) : null),
      password: (it) => (it === '' ? t('fault.required', { label: t('field.password') }) : null),
    },
  });

  async function submit({ email, password }: { email: string; password: string }) {
    setProblem(null);
    try {
      const account = await login(email.trim(), password);
      announce(t('login.done', { name: account.realname ?? account.email }));
      onDone();
    } catch (error) {
      const wrong = isApiError(error) && [400, 401].includes(error.status);
      setProblem(wrong ? t('login.failed') : problemText(error));
    }
  }

  const title = t('login.title');
  return (
    <Modal
      opened
      onClose={() => onCancel?.()}
      title={title}
      withCloseButton={!!onCancel}
      closeOnEscape={!!onCancel}
      closeOnClickOutside={false}
      size="sm"
    >
      <form noValidate onSubmit={form.onSubmit(submit)}>
        <Stack>
          {reason && <Text size="sm">{reason}</Text>}
          {problem && (
            <Alert color="red" variant="light" role="alert" icon={<Icon of={IconAlertTriangle} />}>
              {problem}
            </Alert>
          )}
          <TextInput
            {...form.getInputProps('email')}
            key={form.key('email')}
            data-autofocus
            size="md"
            type="email"
            autoComplete="username"
            dir="ltr"
            label={t('field.email')}
          />
          <PasswordInput
            {...form.getInputProps('password')}
            key={form.key('password')}
            aria-invalid={form.errors['password'] ? true : undefined}
            visibilityToggleButtonProps={{ 'aria-label': t('login.showPassword') }}
            size="md"
            autoComplete="current-password"
            label={t('field.password')}
          />
          <Group justify="flex-end">
            {onCancel && (
              <Button variant="default" size="md" onClick={onCancel}>
                {t('action.cancel')}
              </Button>
            )}
            <Button type="submit" size="md" loading={form.submitting}>
              {t('login.submit')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
