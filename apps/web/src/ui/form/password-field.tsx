import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import { useTranslation } from 'react-i18next';

/** A password field with a button that shows the password; the button is reachable by keyboard. */
export function PasswordField(props: PasswordInputProps & { autoComplete: string }) {
  const { t } = useTranslation();
  return (
    <PasswordInput
      size="md"
      dir="ltr"
      aria-invalid={props.error ? true : undefined}
      visibilityToggleFocusable
      visibilityToggleButtonProps={{ 'aria-label': t('login.showPassword') }}
      {...props}
    />
  );
}
