import { TextInput, type TextInputProps } from '@mantine/core';

/** The email address for logging in, marked as such for password managers. */
export function EmailField(props: TextInputProps) {
  return <TextInput size="md" type="email" autoComplete="username" dir="ltr" {...props} />;
}
