import { TextInput, type TextInputProps } from '@mantine/core';

/** The email address that somebody logs in by, known as such to password managers. */
export function EmailField(props: TextInputProps) {
  return <TextInput size="md" type="email" autoComplete="username" dir="ltr" {...props} />;
}
