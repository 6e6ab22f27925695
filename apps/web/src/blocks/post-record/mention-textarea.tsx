/** A text field in which `@` opens a list of the members of the team. */
import { Combobox, Textarea, type TextareaProps, useCombobox } from '@mantine/core';
import '@mantine/core/styles/Combobox.layer.css';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { findTypedMention, insertMention, type TypedMention } from './mention-text.ts';
import classes from './post-record.module.css';
import { matchesName, useReviewers } from './use-reviewers.ts';

interface Props extends Pick<TextareaProps, 'id' | 'label' | 'description' | 'error' | 'onKeyDown'> {
  value: string;
  onChange: (text: string) => void;
  isFocusedFirst?: boolean;
}

/** Members that are offered at once. */
const maxOffered = 8;

/** Renders the field. The list opens by itself and is used with the arrow keys; Esc closes it. */
export function MentionTextarea({ value, onChange, isFocusedFirst = false, onKeyDown, ...field }: Props) {
  const { t } = useTranslation();
  const { members = [] } = useReviewers();
  const list = useCombobox();
  const area = useRef<HTMLTextAreaElement>(null);
  const [typed, setTyped] = useState<TypedMention | null>(null);
  // The text may have been replaced since, and a whole name is no longer being typed.
  const isTyped = typed !== null && value.startsWith('@', typed.start);
  const isComplete = members.some(({ name }) => typed?.text.startsWith(`${name} `));
  const offered =
    isTyped && !isComplete
      ? members.filter(({ name }) => matchesName(name, typed.text)).slice(0, maxOffered)
      : [];
  const isOpen = offered.length > 0;
  const firstId = offered[0]?.id;
  // Not again when the list has opened: an arrow key may have been pressed meanwhile.
  const showOffered = useEffectEvent((first: number | undefined) => {
    if (first === undefined) {
      list.closeDropdown();
      return;
    }
    list.openDropdown();
    list.selectFirstOption();
  });
  useEffect(() => showOffered(firstId), [firstId]);
  useEffect(() => {
    if (!isFocusedFirst || !area.current) return;
    area.current.focus();
    area.current.setSelectionRange(area.current.value.length, area.current.value.length);
  }, [isFocusedFirst]);
  const readTyped = () => {
    const { selectionStart = 0, value: text = '' } = area.current ?? {};
    setTyped(findTypedMention(text, selectionStart));
  };
  const choose = (id: string) => {
    const member = members.find((it) => String(it.id) === id);
    const { current } = area;
    if (!member || !typed || !current) return;
    const changed = insertMention(value, current.selectionStart, typed, member.name);
    // Rendered at once: what is typed next belongs behind the name.
    flushSync(() => {
      onChange(changed.text);
      setTyped(null);
    });
    current.setSelectionRange(changed.cursor, changed.cursor);
  };
  return (
    <Combobox store={list} size="md" onOptionSubmit={choose} position="bottom-start" withinPortal={false}>
      <Combobox.Target withKeyboardNavigation={isOpen} withAriaAttributes={isOpen}>
        <Textarea
          {...field}
          ref={area}
          size="md"
          dir="auto"
          autosize
          minRows={2}
          maxRows={8}
          data-escapable
          value={value}
          onChange={(event) => {
            onChange(event.currentTarget.value);
            readTyped();
          }}
          onSelect={readTyped}
          onBlur={() => setTyped(null)}
          onKeyDown={(event) => {
            if (isOpen && event.key === 'Escape') {
              // Only the list closes, not the dialog or the field around it.
              event.preventDefault();
              event.stopPropagation();
              event.nativeEvent.stopImmediatePropagation();
              setTyped(null);
            } else onKeyDown?.(event);
          }}
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={!isOpen}>
        <Combobox.Options aria-label={t('record.notes.people')} className={classes['people'] ?? ''}>
          {offered.map(({ id, name }) => (
            <Combobox.Option key={id} value={String(id)} dir="auto" className={classes['person'] ?? ''}>
              {name}
            </Combobox.Option>
          ))}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}
