/**
 * One value that is kept for somebody: shown once it is there, a field while it is typed. A key is shown by its end: the
 * server tells no more of it. keys: userSettings.hdx_maintainer_id.* userSettings.hdx_api_key.*
 */
import { Button, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
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
import { call } from '../../api/call.ts';
import { formatErrorMessage, formatErrorMessages, formatFieldErrors } from '../../api/error-text.ts';
import { buildResourceKey } from '../../api/query-keys.ts';
import { formatSchemaErrors } from '../../api/schema-errors.ts';
import { focusOnMount } from '../../ui/browser/focus-on-mount.ts';
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx';
import { notify } from '../../ui/feedback/toast.tsx';
import { PasswordField } from '../../ui/form/password-field.tsx';
import { UnsavedChangesGuard } from '../../ui/form/unsaved-changes-guard.tsx';
import classes from './user-setting-field.module.css';

interface Props {
  name: 'hdx_maintainer_id' | 'hdx_api_key';
  ownerId: number;
  stored: UserSetting | undefined;
}

const UserSettingValue = UserSettingInput.pick({ config_value: true });

export function UserSettingField({ name, ownerId: owner, stored }: Props) {
  const { t } = useTranslation();
  const cache = useQueryClient();
  const labelId = useId();
  const [isTyping, setTyping] = useState(false);
  const [value, setValue] = useState('');
  const [fieldError, setFieldError] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [isConfirming, setConfirming] = useState(false);
  const label = t(`userSettings.${name}.label`);
  const reload = () => cache.invalidateQueries({ queryKey: buildResourceKey('users') });

  function leave(): void {
    setTyping(false);
    setValue('');
    setFieldError(null);
  }
  async function save(event: FormEvent): Promise<void> {
    event.preventDefault();
    const wrong =
      value.trim() === ''
        ? t(`userSettings.${name}.required`)
        : formatSchemaErrors(UserSettingValue, { config_value: value }, { config_value: label })[
            'config_value'
          ];
    setFieldError(wrong ?? null);
    if (wrong) return;
    setBusy(true);
    try {
      const body = { config_key: name, config_value: value };
      if (stored)
        await call(updateUserSetting, { params: { id: owner, settingId: stored.id }, body }, { quiet: true });
      else await call(createUserSetting, { params: { id: owner }, body }, { quiet: true });
      await reload();
      notify('success', t('userSettings.saved', { label }));
      leave();
    } catch (error) {
      setFieldError(
        formatFieldErrors(error, { config_value: label })['config_value'] ?? formatErrorMessage(error),
      );
    }
    setBusy(false);
  }
  async function remove(): Promise<void> {
    if (stored)
      await call(deleteUserSetting, { params: { id: owner, settingId: stored.id } }, { quiet: true });
    await reload();
    setConfirming(false);
    notify('success', t('userSettings.removed', { label }));
  }

  if (stored && !isTyping)
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
          onClick={() => setTyping(true)}
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
            onConfirm={remove}
            formatErrors={formatErrorMessages}
            onClose={() => setConfirming(false)}
          >
            {t('userSettings.removeText')}
          </ConfirmDialog>
        )}
      </div>
    );

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
    <form noValidate className={classes['form']} onSubmit={(event) => void save(event)}>
      {name === 'hdx_api_key' ? <PasswordField {...field} /> : <TextInput {...field} size="md" dir="ltr" />}
      <div className={classes['actions']}>
        <Button type="submit" size="md" loading={isBusy} aria-label={t('userSettings.saveThis', { label })}>
          {t('action.save')}
        </Button>
        {stored && (
          <Button variant="default" size="md" onClick={leave}>
            {t('action.cancel')}
          </Button>
        )}
      </div>
      <UnsavedChangesGuard hasChanges={() => value !== '' && !isBusy} />
    </form>
  );
}
