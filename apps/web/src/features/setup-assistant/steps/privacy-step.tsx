/** Who sees the reports, and where to set what is hidden and when personal data is deleted. */
import '@mantine/core/styles/Radio.layer.css';
import { Button, Radio, Stack } from '@mantine/core';
import { saveConfig } from '@waypost/contract/settings/settings';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { refreshConfig, useConfig } from '../../../api/config.ts';
import { formatErrorMessage } from '../../../api/error-text.ts';
import { useCall } from '../../../api/use-call.ts';
import { useFeature } from '../../../blocks/feature-notice/features.ts';
import { ProblemAlert } from '../../../ui/feedback/problem-alert.tsx';
import { TextLink } from '../../../ui/navigation/text-link.tsx';
import classes from '../setup-page.module.css';
import { notifySaved, type SavedStepProps } from './notify-saved.ts';

interface Props extends SavedStepProps {
  /** Whether somebody has decided for the defaults. */
  isConfirmed: boolean;
  onConfirm: (isConfirmed: boolean) => Promise<void>;
}

/** The choice between public and private. Saving "public" is a decision too. */
export function PrivacyStep({ isConfirmed, onConfirm, onSaved, onUndone }: Props) {
  const { t } = useTranslation();
  const { site } = useConfig();
  const mayBePrivate = useFeature('private') || site.private;
  const [isPrivate, setPrivate] = useState(site.private);
  const [problem, setProblem] = useState<string | null>(null);
  const save = useCall(saveConfig, { invalidates: [] });

  async function store(next: boolean, confirmed: boolean): Promise<void> {
    await save.mutateAsync({ params: { group: 'site' }, body: { private: next } });
    await refreshConfig();
    await onConfirm(confirmed);
  }
  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    setProblem(null);
    const before = { isPrivate: site.private, isConfirmed };
    try {
      await store(isPrivate, true);
      await onSaved();
      notifySaved(t, async () => {
        await store(before.isPrivate, before.isConfirmed);
        await onUndone();
      });
    } catch (error) {
      setProblem(formatErrorMessage(error));
    }
  }
  return (
    <form noValidate className={classes['form']} onSubmit={(event) => void submit(event)}>
      <ProblemAlert text={problem} />
      <Radio.Group
        label={t('setup.step.privacy.who')}
        value={isPrivate ? 'private' : 'public'}
        onChange={(value) => setPrivate(value === 'private')}
        size="md"
      >
        <Stack gap="sm" mt="xs">
          <Radio
            value="public"
            label={t('setup.step.privacy.public')}
            description={t('setup.step.privacy.publicText')}
          />
          <Radio
            value="private"
            disabled={!mayBePrivate}
            label={t('setup.step.privacy.private')}
            description={t('setup.step.privacy.privateText')}
          />
        </Stack>
      </Radio.Group>
      <p>
        {t('setup.step.privacy.more')}{' '}
        <TextLink to="/settings/general">{t('settings.entry.general.title')}</TextLink>
        {' · '}
        <TextLink to="/settings/surveys">{t('settings.entry.surveys.title')}</TextLink>
      </p>
      <div className={classes['actions']}>
        <Button type="submit" size="md" loading={save.isPending}>
          {t('action.save')}
        </Button>
      </div>
    </form>
  );
}
