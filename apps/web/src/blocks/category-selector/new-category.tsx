/** A category made where it is missing: its name and where it stands. The rest has its usual values. */
import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type Category, CategoryForm, createCategory } from '@waypost/contract/categories/categories';
import { limits } from '@waypost/contract/common/limits';
import { type KeyboardEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { formatErrorMessage, formatFieldErrors } from '../../api/error-text.ts';
import { buildResourceKey } from '../../api/query-keys.ts';
import { formatSchemaErrors } from '../../api/schema-errors.ts';
import { focusOnMount } from '../../ui/browser/focus-on-mount.ts';
import classes from './category-selector.module.css';

interface Props {
  /** Top-level categories that are offered. */
  parents: readonly Category[];
  onCreated: (made: Category) => Promise<void> | void;
  onCancel: () => void;
}

const nameSchema = CategoryForm.pick({ tag: true });

/** No form of its own: it stands inside another one. */
export default function NewCategory({ parents, onCreated: onMade, onCancel }: Props) {
  const { t } = useTranslation();
  const cache = useQueryClient();
  const [tag, setTag] = useState('');
  const [parent, setParent] = useState('');
  const [fault, setFault] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);

  async function make(): Promise<void> {
    const wrong = formatSchemaErrors(nameSchema, { tag })['tag'];
    setFault(wrong ?? null);
    if (wrong) return;
    setBusy(true);
    try {
      const body = { tag, parent_id: parent === '' ? null : Number(parent) };
      const made = await call(createCategory, { body }, { quiet: true });
      await cache.invalidateQueries({ queryKey: buildResourceKey('tags') });
      await onMade(made);
    } catch (error) {
      const { tag: ofName, ...others } = formatFieldErrors(error);
      setFault(ofName ?? Object.values(others)[0] ?? formatErrorMessage(error));
      setBusy(false);
    }
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') {
      event.preventDefault();
      void make();
    } else if (event.key === 'Escape') {
      event.stopPropagation();
      onCancel();
    }
  };
  return (
    <fieldset className={classes['new']}>
      <legend>{t('category.newTitle')}</legend>
      <TextInput
        label={t('field.name')}
        ref={focusOnMount}
        value={tag}
        error={fault}
        maxLength={limits.categoryName.max}
        autoComplete="off"
        dir="auto"
        onChange={(event) => setTag(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      {parents.length > 0 && (
        <NativeSelect
          label={t('category.parent')}
          value={parent}
          onChange={(event) => setParent(event.currentTarget.value)}
          data={[
            { value: '', label: t('category.noParent') },
            ...parents.map((it) => ({ value: String(it.id), label: it.tag })),
          ]}
        />
      )}
      <div className={classes['actions']}>
        <Button size="sm" loading={isBusy} onClick={() => void make()}>
          {t('category.make')}
        </Button>
        <Button size="sm" variant="default" onClick={onCancel}>
          {t('action.cancel')}
        </Button>
      </div>
    </fieldset>
  );
}
