/** Creates a category within a form: its name and parent. Everything else has the default values. */
import { Button, NativeSelect, TextInput } from '@mantine/core';
import { type Category, CategoryForm, createCategory } from '@waypost/contract/categories/categories';
import { limits } from '@waypost/contract/common/limits';
import { type KeyboardEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatErrorMessage, formatFieldErrors } from '../../api/error-text.ts';
import { formatSchemaErrors } from '../../api/schema-errors.ts';
import { useCall } from '../../api/use-call.ts';
import { focusOnMount } from '../../ui/browser/focus-on-mount.ts';
import { useAsyncAction } from '../../ui/feedback/use-async-action.ts';
import classes from './category-selector.module.css';

interface Props {
  /** Top-level categories that can be its parent. */
  parents: readonly Category[];
  onCreated: (created: Category) => Promise<void> | void;
  onCancel: () => void;
}

const nameSchema = CategoryForm.pick({ tag: true });

/** A fieldset, not a form: it is nested in another form. */
export default function NewCategory({ parents, onCreated, onCancel }: Props) {
  const { t } = useTranslation();
  const [tag, setTag] = useState('');
  const [parent, setParent] = useState('');
  const [errorText, setErrorText] = useState<string | null>(null);
  const create = useCall(createCategory);
  const add = useAsyncAction(
    // The form selects the category, which must be among the fetched ones by then.
    async (body: { tag: string; parent_id: number | null }) => onCreated(await create.mutateAsync({ body })),
    {
      onError(error) {
        const { tag: nameError, ...otherErrors } = formatFieldErrors(error);
        setErrorText(nameError ?? Object.values(otherErrors)[0] ?? formatErrorMessage(error));
      },
    },
  );
  const submit = () => {
    const validationError = formatSchemaErrors(nameSchema, { tag })['tag'];
    setErrorText(validationError ?? null);
    if (!validationError) add.mutate({ tag, parent_id: parent === '' ? null : Number(parent) });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') {
      event.preventDefault();
      submit();
    } else if (event.key === 'Escape') {
      event.stopPropagation();
      onCancel();
    }
  };
  return (
    <fieldset className={classes['new']}>
      <legend>{t('category.newTitle')}</legend>
      <TextInput
        size="md"
        label={t('field.name')}
        ref={focusOnMount}
        value={tag}
        error={errorText}
        maxLength={limits.categoryName.max}
        autoComplete="off"
        dir="auto"
        onChange={(event) => setTag(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      {parents.length > 0 && (
        <NativeSelect
          size="md"
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
        <Button size="sm" loading={add.isPending} onClick={submit}>
          {t('category.make')}
        </Button>
        <Button size="sm" variant="default" onClick={onCancel}>
          {t('action.cancel')}
        </Button>
      </div>
    </fieldset>
  );
}
