/**
 * One stored value of a user: shown when it exists, a field while it is typed. Of a key the server sends only the last
 * characters. keys: userSettings.hdx_maintainer_id.* userSettings.hdx_api_key.*
 */
import { Button, TextInput } from '@mantine/core';
import { limits } from '@waypost/contract/common/limits';
import {
  createUserSetting,
  deleteUserSetting,
  type UserSetting,
  UserSettingInput,
  updateUserSetting,
} from '@waypost/contract/user-settings/user-settings';
import { type FormEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatErrorMessage, formatErrorMessages, formatFieldErrors } from '../../api/error-text.ts';
import { buildResourceKey } from '../../api/query-keys.ts';
import { formatSchemaErrors } from '../../api/schema-errors.ts';
import { useCall } from '../../api/use-call.ts';
import { focusOnMount } from '../../ui/browser/focus-on-mount.ts';
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx';
import { notify } from '../../ui/feedback/toast.tsx';
import { useAsyncAction } from '../../ui/feedback/use-async-action.ts';
import { PasswordField } from '../../ui/form/password-field.tsx';
import { UnsavedChangesGuard } from '../../ui/form/unsaved-changes-guard.tsx';
import classes from './user-setting-field.module.css';

interface Props {
  name: 'hdx_maintainer_id' | 'hdx_api_key';
  ownerId: number;
  stored: UserSetting | undefined;
}

const UserSettingValue = UserSettingInput.pick({ config_value: true });

/** Shows the stored value, or the form for a new one. */
export function UserSettingField({ name, ownerId, stored }: Props) {
  const [isEditing, setEditing] = useState(false);
  if (stored && !isEditing)
    return (
      <StoredUserSetting name={name} ownerId={ownerId} stored={stored} onEdit={() => setEditing(true)} />
    );
  return <UserSettingForm name={name} ownerId={ownerId} stored={stored} onClose={() => setEditing(false)} />;
}

interface StoredProps extends Props {
  stored: UserSetting;
  onEdit: () => void;
}

/** The stored value, with buttons to change and to remove it. */
function StoredUserSetting({ name, ownerId, stored, onEdit }: StoredProps) {
  const { t } = useTranslation();
  const labelId = useId();
  const [isConfirming, setConfirming] = useState(false);
  const label = t(`userSettings.${name}.label`);
  const remove = useCall(deleteUserSetting, {
    onSuccess() {
      setConfirming(false);
      notify('success', t('userSettings.removed', { label }));
    },
    invalidates: [buildResourceKey('users')],
  });
  return (
    <div className={classes['stored']}>
      <div className={classes['content']}>
        <span id={labelId} className={classes['label']}>
          {label}
        </span>
        <output className={classes['value']} dir="ltr" aria-labelledby={labelId}>
          {stored.config_value}
        </output>
        {stored.needs_reentry && (
          <p role="alert" className={classes['again']}>
            {t('userSettings.reentry')}
          </p>
        )}
      </div>
      <Button
        variant="default"
        size="md"
        aria-label={t('userSettings.changeThis', { label })}
        onClick={onEdit}
      >
        {t('userSettings.change')}
      </Button>
      <Button
        variant="subtle"
        color="gray"
        size="md"
        aria-label={t('userSettings.removeThis', { label })}
        onClick={() => setConfirming(true)}
      >
        {t('userSettings.remove')}
      </Button>
      {isConfirming && (
        <ConfirmDialog
          title={t('userSettings.removeQuestion', { label })}
          confirmLabel={t('userSettings.remove')}
          onConfirm={() => remove.mutateAsync({ params: { id: ownerId, settingId: stored.id } })}
          formatErrors={formatErrorMessages}
          onClose={() => setConfirming(false)}
        >
          {t('userSettings.removeText')}
        </ConfirmDialog>
      )}
    </div>
  );
}

/** The form for a new value. */
function UserSettingForm({ name, ownerId, stored, onClose }: Props & { onClose: () => void }) {
  const { t } = useTranslation();
  const [value, setValue] = useState('');
  const [fieldError, setFieldError] = useState<string | null>(null);
  const label = t(`userSettings.${name}.label`);
  const create = useCall(createUserSetting);
  const update = useCall(updateUserSetting);
  const save = useAsyncAction<void, unknown>(
    () => {
      const body = { config_key: name, config_value: value };
      return stored
        ? update.mutateAsync({ params: { id: ownerId, settingId: stored.id }, body })
        : create.mutateAsync({ params: { id: ownerId }, body });
    },
    {
      onSuccess() {
        notify('success', t('userSettings.saved', { label }));
        onClose();
      },
      onError: (error) =>
        setFieldError(
          formatFieldErrors(error, { config_value: label })['config_value'] ?? formatErrorMessage(error),
        ),
    },
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const validationError =
      value.trim() === ''
        ? t(`userSettings.${name}.required`)
        : formatSchemaErrors(UserSettingValue, { config_value: value }, { config_value: label })[
            'config_value'
          ];
    setFieldError(validationError ?? null);
    if (!validationError) save.mutate();
  };
  const field = {
    label,
    description: t(`userSettings.${name}.hint`),
    value,
    error: fieldError,
    required: true,
    withAsterisk: true,
    maxLength: limits.userSetting.max,
    autoComplete: 'off',
    ...(stored ? { ref: focusOnMount } : {}),
    onChange: (event: { currentTarget: { value: string } }) => setValue(event.currentTarget.value),
  };
  return (
    <form noValidate className={classes['form']} onSubmit={submit}>
      {name === 'hdx_api_key' ? <PasswordField {...field} /> : <TextInput {...field} size="md" dir="ltr" />}
      <div className={classes['actions']}>
        <Button
          type="submit"
          size="md"
          loading={save.isPending}
          aria-label={t('userSettings.saveThis', { label })}
        >
          {t('action.save')}
        </Button>
        {stored && (
          <Button variant="default" size="md" onClick={onClose}>
            {t('action.cancel')}
          </Button>
        )}
      </div>
      <UnsavedChangesGuard hasChanges={() => value !== '' && !save.isPending} />
    </form>
  );
}
