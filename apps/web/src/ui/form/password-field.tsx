import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import { useTranslation } from 'react-i18next';

/** A password that can be looked at while it is typed; the eye is reached by keyboard, too. */
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
