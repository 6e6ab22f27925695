import { TextInput, type TextInputProps } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { Icon } from '../display/icon.tsx';

/** Milliseconds after the last letter (spec 2 §5). */
const debounceMs = 300;

interface Props extends Pick<TextInputProps, 'className' | 'size'> {
  /** What is searched for, as the address has it. */
  value: string;
  /** Gets the words without space around them, when the typing pauses. */
  onSearch: (words: string) => void;
  label: string;
}

/** Words to look for. What is typed stays ahead of the address, and follows it when that changes by itself. */
export function SearchField({ value, onSearch, label, ...rest }: Props) {
  const [typed, setTyped] = useState(value);
  const [seen, setSeen] = useState(value);
  const [sent, setSent] = useState(value);
  const find = useDebouncedCallback((words: string) => {
    setSent(words.trim());
    onSearch(words.trim());
  }, debounceMs);
  if (value !== seen) {
    setSeen(value);
    // Not what was typed here: back and forward, a link, filters cleared.
    if (value !== sent) {
      setSent(value);
      setTyped(value);
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
      value={typed}
      onChange={(event) => {
        setTyped(event.currentTarget.value);
        find(event.currentTarget.value);
      }}
    />
  );
}
