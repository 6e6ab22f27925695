/**
 * One value that is kept for somebody: shown once it is there, a field while it is typed. A key is shown by its end: the
 * server tells no more of it. keys: userSettings.hdx_maintainer_id.* userSettings.hdx_api_key.*
 */
import { Button, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { limits } from '@waypost/contract/limits';
import {
  createUserSetting,
  deleteUserSetting,
  type UserSetting,
  UserSettingInput,
  updateUserSetting,
} from '@waypost/contract/user-settings';
import { type FormEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { fieldErrors, problemText, problemTexts } from '../../api/fault-text.ts';
import { forResource } from '../../api/query-keys.ts';
import { schemaErrors } from '../../api/schema-errors.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { LeaveGuard } from '../../ui/leave-guard.tsx';
import { notify } from '../../ui/notice.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { takeFocus } from '../../ui/take-focus.ts';
import classes from './kept-setting.module.css';

interface Props {
  name: 'hdx_maintainer_id' | 'hdx_api_key';
  owner: number;
  stored: UserSetting | undefined;
}

const Value = UserSettingInput.pick({ config_value: true });

export function KeptSetting({ name, owner, stored }: Props) {
  const { t } = useTranslation();
  const cache = useQueryClient();
  const labelId = useId();
  const [isTyping, setTyping] = useState(false);
  const [value, setValue] = useState('');
  const [fault, setFault] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [asks, setAsks] = useState(false);
  const label = t(`userSettings.${name}.label`);
  const reload = () => cache.invalidateQueries({ queryKey: forResource('users') });

  function leave(): void {
    setTyping(false);
    setValue('');
    setFault(null);
  }
  async function save(event: FormEvent): Promise<void> {
    event.preventDefault();
    const wrong =
      value.trim() === ''
        ? t(`userSettings.${name}.required`)
        : schemaErrors(Value, { config_value: value }, { config_value: label })['config_value'];
    setFault(wrong ?? null);
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
      setFault(fieldErrors(error, { config_value: label })['config_value'] ?? problemText(error));
    }
    setBusy(false);
  }
  async function remove(): Promise<void> {
    if (stored)
      await call(deleteUserSetting, { params: { id: owner, settingId: stored.id } }, { quiet: true });
    await reload();
    setAsks(false);
    notify('success', t('userSettings.removed', { label }));
  }

  if (stored && !isTyping)
    return (
      <div className={classes['kept']}>
        <div className={classes['words']}>
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
          onClick={() => setAsks(true)}
        >
          {t('userSettings.remove')}
        </Button>
        {asks && (
          <ConfirmDialog
            title={t('userSettings.removeQuestion', { label })}
            action={t('userSettings.remove')}
            onConfirm={remove}
            textsOf={problemTexts}
            onClose={() => setAsks(false)}
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
    error: fault,
    required: true,
    withAsterisk: true,
    maxLength: limits.userSetting.max,
    autoComplete: 'off',
    ...(stored ? { ref: takeFocus } : {}),
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
      <LeaveGuard hasChanges={() => value !== '' && !isBusy} />
    </form>
  );
}
