/** The survey that every new site begins with, which visitors can still choose beside the one of a template. */
import { Alert, Button } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { updateSurvey } from '@waypost/contract/surveys/save-surveys';
import type { Survey } from '@waypost/contract/surveys/surveys';
import { useTranslation } from 'react-i18next';
import { notifyError } from '../../../api/notify-error.ts';
import { useCall } from '../../../api/use-call.ts';
import { Icon } from '../../../ui/display/icon.tsx';
import classes from '../setup-page.module.css';
import { notifySaved } from './notify-saved.ts';

interface Props {
  /** Those that the viewer may report to. */
  surveys: readonly Survey[];
  /** The survey whose link is shared. */
  shared: Survey;
}

/** Offers to leave the first survey to the team, if nobody has changed it and another one is shared. */
export function FirstSurveyNotice({ surveys, shared }: Props) {
  const { t } = useTranslation();
  const update = useCall(updateSurvey, { onError: notifyError });
  const [first] = surveys.toSorted((a, b) => a.id - b.id);
  if (!first || first.id === shared.id || first.updated !== null || !first.everyone_can_create) return null;
  const offerToEverybody = (isOffered: boolean) =>
    update.mutateAsync({ params: { id: first.id }, body: { everyone_can_create: isOffered } });
  const hide = async () => {
    await offerToEverybody(false);
    notifySaved(t, async () => {
      await offerToEverybody(true);
    });
  };
  return (
    <Alert variant="light" icon={<Icon icon={IconInfoCircle} />}>
      <div className={classes['notice']}>
        <p>{t('setup.step.share.first.text', { name: first.name })}</p>
        <Button
          variant="default"
          loading={update.isPending}
          onClick={() => void hide().catch(() => undefined)}
        >
          {t('setup.step.share.first.hide')}
        </Button>
      </div>
    </Alert>
  );
}
