import { TextInput, type TextInputProps } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { Icon } from '../display/icon.tsx';

/** Milliseconds after the last key press (spec 2 §5). */
const debounceMs = 300;

interface Props extends Pick<TextInputProps, 'className' | 'size'> {
  /** The current search text, as in the URL. */
  value: string;
  /** Called with the trimmed text when the user stops typing. */
  onSearch: (text: string) => void;
  label: string;
}

/** A debounced search field. The text being typed has precedence over the URL, until the URL changes by other means. */
export function SearchField({ value, onSearch, label, ...rest }: Props) {
  const [typedText, setTypedText] = useState(value);
  const [lastValue, setLastValue] = useState(value);
  const [sentText, setSentText] = useState(value);
  const sendDebounced = useDebouncedCallback((text: string) => {
    setSentText(text.trim());
    onSearch(text.trim());
  }, debounceMs);
  if (value !== lastValue) {
    setLastValue(value);
    // Changed by other means: browser history, a link, cleared filters.
    if (value !== sentText) {
      setSentText(value);
      setTypedText(value);
    }
  }
  return (
    <TextInput
      {...rest}
      type="search"
      dir="auto"
      aria-label={label}
      placeholder={label}
      leftSection={<Icon icon={IconSearch} size={18} />}
      value={typedText}
      onChange={(event) => {
        setTypedText(event.currentTarget.value);
        sendDebounced(event.currentTarget.value);
      }}
    />
  );
}
