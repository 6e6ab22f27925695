/** The options of a choice field, one per row. Pasted lines become rows. */
import { Button } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { limits } from '@waypost/contract/common/limits';
import { type ClipboardEvent, type KeyboardEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../../ui/display/icon.tsx';
import { announceMove, DragHandle } from '../../../ui/form/reorder-buttons.tsx';
import { useDragOrder } from '../../../ui/form/use-drag-order.ts';
import { createTemporaryId, moveItem } from '../draft/survey-draft.ts';
import classes from './survey-editor.module.css';

interface Choice {
  id: number;
  text: string;
}

interface Props {
  options: readonly string[];
  /** Whether there can be answers to the field. */
  isSaved: boolean;
  error: string | undefined;
  onChange: (options: string[]) => void;
}

const createChoice = (text: string): Choice => ({ id: createTemporaryId(), text });

/** State of the rows: adding, removing, moving and pasting. */
function useChoices(options: readonly string[], onChange: Props['onChange']) {
  const { t } = useTranslation();
  const [choices, setChoices] = useState<readonly Choice[]>(() =>
    (options.length > 0 ? options : ['']).map(createChoice),
  );
  const list = useRef<HTMLDivElement>(null);
  const updateChoices = (next: readonly Choice[], focused?: Choice) => {
    // Rendered at once: the next key may be pressed before the browser draws, and belongs to the row that gets the focus.
    flushSync(() => {
      setChoices(next);
      onChange(next.map((choice) => choice.text));
    });
    if (focused) list.current?.querySelector<HTMLElement>(`#choice${-focused.id}`)?.focus();
  };
  const addAfter = (at: number, texts: readonly string[]) => {
    const added = texts.map(createChoice);
    updateChoices([...choices.slice(0, at + 1), ...added, ...choices.slice(at + 1)], added.at(-1));
  };
  const remove = (at: number) => {
    const others = choices.filter((_, other) => other !== at);
    const next = others.length > 0 ? others : [createChoice('')];
    updateChoices(next, next[Math.min(at, next.length - 1)]);
  };
  const { listRef, handleProps } = useDragOrder({
    onMove: (fromIndex, offset) => {
      const choice = choices[fromIndex];
      const targetIndex = fromIndex + offset;
      if (!choice || targetIndex < 0 || targetIndex >= choices.length) return;
      updateChoices(moveItem(choices, choice.id, offset));
      const label = choice.text || t('survey.choice.nth', { at: targetIndex + 1 });
      announceMove(
        t('order.moved', { label, at: targetIndex + 1, count: choices.length }),
        `choice${-choice.id}-handle`,
      );
    },
  });
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>, at: number) => {
    if (event.key === 'Enter') {
      // Prevents the submission of the whole form.
      event.preventDefault();
      addAfter(at, ['']);
    } else if (event.key === 'Backspace' && event.currentTarget.value === '' && choices.length > 1) {
      event.preventDefault();
      remove(at);
    }
  };
  const onPaste = (event: ClipboardEvent<HTMLInputElement>, at: number) => {
    const lines = event.clipboardData
      .getData('text')
      .split(/\r?\n/)
      .map((line) => line.trim())
      .filter((line) => line !== '');
    if (lines.length < 2) return;
    event.preventDefault();
    const [first = '', ...rest] = lines;
    const currentChoice = choices[at];
    if (currentChoice === undefined) return;
    const added = rest.map(createChoice);
    const changed = { ...currentChoice, text: `${currentChoice.text} ${first}`.trim() };
    updateChoices([...choices.slice(0, at), changed, ...added, ...choices.slice(at + 1)], added.at(-1));
  };
  const setText = (id: number, text: string) =>
    updateChoices(choices.map((choice) => (choice.id === id ? { id, text } : choice)));
  return { choices, list, listRef, handleProps, addAfter, remove, setText, onKeyDown, onPaste };
}

/** The rows, with a button to add one. */
export function ChoicesField({ options, isSaved, error, onChange }: Props) {
  const { t } = useTranslation();
  const { choices, list, listRef, handleProps, addAfter, remove, setText, onKeyDown, onPaste } = useChoices(
    options,
    onChange,
  );
  return (
    <fieldset className={classes['choices']} aria-describedby={error ? 'choices-error' : 'choices-hint'}>
      <legend>
        {t('survey.field.options')}
        <span className={classes['star']} aria-hidden>
          {' *'}
        </span>
      </legend>
      <p id="choices-hint" className={classes['about']}>
        {t('survey.choice.hint')} {isSaved && t('survey.choice.kept')}
      </p>
      <div ref={list}>
        <ul ref={listRef} className={classes['choiceList']}>
          {choices.map(({ id, text }, at) => (
            <li key={id} className={classes['choice']}>
              <DragHandle
                id={`choice${-id}`}
                label={text || t('survey.choice.nth', { at: at + 1 })}
                handleProps={handleProps}
              />
              <input
                id={`choice${-id}`}
                className={classes['choiceInput']}
                dir="auto"
                autoComplete="off"
                maxLength={limits.varchar}
                aria-label={t('survey.choice.nth', { at: at + 1 })}
                aria-invalid={error !== undefined && at === 0}
                value={text}
                onChange={(event) => setText(id, event.currentTarget.value)}
                onKeyDown={(event) => onKeyDown(event, at)}
                onPaste={(event) => onPaste(event, at)}
              />
              <button
                type="button"
                className={classes['remove']}
                aria-label={t('survey.choice.remove', {
                  name: text || t('survey.choice.nth', { at: at + 1 }),
                })}
                onClick={() => remove(at)}
              >
                <Icon icon={IconX} size={18} />
              </button>
            </li>
          ))}
        </ul>
      </div>
      {error && (
        <p id="choices-error" className={classes['error']}>
          {t('survey.choice.none')}
        </p>
      )}
      <Button
        variant="subtle"
        size="sm"
        leftSection={<Icon icon={IconPlus} size={18} />}
        onClick={() => addAfter(choices.length - 1, [''])}
      >
        {t('survey.choice.add')}
      </Button>
    </fieldset>
  );
}
